import { refused } from './artifact-store.ts';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { makeFolder, replaceFile } from './atomic-file.ts';
import type { Content } from './content.ts';
import { absent, errorCode } from './error-code.ts';
import { isRecord } from './project-path.ts';

/**
 * Where a file of the project is to be written: what a link inside the project leads to is written, not the link.
 * Throws when a link leads out of the project, into the records, or nowhere. `path` stays inside as a text.
 */
export async function projectTarget(root: string, path: string): Promise<string> {
  const project = await realpath(root);
  const whole = join(project, path);
  const target = await realEnd(whole, path);
  if (!target.startsWith(project + sep)) throw refused(`'${path}' leads out of the project by a symbolic link`);
  if (isRecord(target.slice(project.length + 1))) throw refused(`'${path}' leads into the records`);
  const found = await lstat(target).catch(absent);
  if (found?.isDirectory())
    throw refused(`'${path}' is a folder in the project, and no file can be written in its place`);
  return target;
}

/** Why a disk takes no file, by what the system says; other errors are faults of the program. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'it is not allowed',
  EEXIST: 'a folder that it needs is a file',
  ENOTDIR: 'a folder that it needs is a file',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EPERM: 'it is not allowed',
  EROFS: 'the disk is read-only',
};

/** For `catch`: what a disk does not take fails the node that wrote it. */
export function notTaken(what: string): (error: unknown) => never {
  return (error) => {
    const reason = REASONS[errorCode(error) ?? ''];
    if (reason === undefined) throw error;
    throw refused(`${what} cannot be written: ${reason}`);
  };
}

/** Replaces a file of the project at once, and makes the folders that it needs. */
export async function writeProjectFile(target: string, content: Content): Promise<void> {
  await makeFolder(dirname(target));
  await replaceFile(target, content);
}

/** The path without links; of the parts that do not exist yet, the names are kept. */
async function realEnd(whole: string, path: string): Promise<string> {
  const real = await realpath(whole).catch(absent);
  if (real !== undefined) return real;
  if (await lstat(whole).catch(absent)) throw refused(`'${path}' needs a symbolic link that leads nowhere`);
  return join(await realEnd(dirname(whole), path), basename(whole));
}
