import { createReadStream } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { isDirectory } from '../ir/paths.ts';
import { isTemporary } from './atomic-file.ts';
import { absent, errorCode } from './error-code.ts';
import { staysInside } from './project-path.ts';

/**
 * Reads files below a folder, never outside it: symbolic links are followed as long as they stay inside. Paths are
 * relative, with `/`.
 */
export interface FileTree {
  /** The path itself if it is a file, or all files in a directory (a path that ends in `/`), sorted. */
  list(path: string): Promise<string[]>;
  read(path: string): Promise<Uint8Array | undefined>;
  open(path: string): Promise<Readable | undefined>;
}

/** `isHidden` tells of paths, seen from the folder and without links, that are treated as if they did not exist. */
export function fileTree(root: string, isHidden: (path: string) => boolean = () => false): FileTree {
  /** Where a path leads in the end; undefined if nowhere or out of the folder. */
  async function resolveInside(path: string): Promise<string | undefined> {
    if (!staysInside(path)) return undefined;
    const folder = await realpath(root).catch(absent);
    if (folder === undefined) return undefined;
    const real = await realpath(join(folder, path)).catch(brokenLink);
    if (!real?.startsWith(folder + sep) || isTemporary(real)) return undefined;
    return isHidden(real.slice(folder.length + 1)) ? undefined : real;
  }

  /** `above` holds the real folders on the way, so that a link to one of them does not lead in a circle. */
  async function walk(path: string, above: readonly string[]): Promise<string[]> {
    const real = await resolveInside(path);
    const found = real && (await stat(real).catch(absent));
    if (!real || !found) return [];
    if (!isDirectory(path)) return found.isFile() ? [path] : [];
    if (!found.isDirectory() || above.includes(real)) return [];
    const files: string[] = [];
    for (const entry of (await readdir(real, { withFileTypes: true }).catch(absent)) ?? []) {
      const name = path + entry.name;
      if (!entry.isDirectory()) files.push(...(await walk(name, [...above, real])));
      if (entry.isDirectory() || entry.isSymbolicLink()) files.push(...(await walk(`${name}/`, [...above, real])));
    }
    return files;
  }

  async function fileInside(path: string): Promise<string | undefined> {
    const real = isDirectory(path) ? undefined : await resolveInside(path);
    return real !== undefined && (await stat(real).catch(absent))?.isFile() ? real : undefined;
  }

  return {
    async list(path) {
      return (await walk(path, [])).sort();
    },
    async read(path) {
      const file = await fileInside(path);
      return file === undefined ? undefined : await readFile(file).catch(absent);
    },
    async open(path) {
      const file = await fileInside(path);
      return file === undefined ? undefined : createReadStream(file);
    },
  };
}

/** A link that leads in a circle leads nowhere, as one to nothing does. */
function brokenLink(error: unknown): undefined {
  if (errorCode(error) !== 'ELOOP') absent(error);
}
