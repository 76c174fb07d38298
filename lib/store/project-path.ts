import { refused } from './artifact-store.ts';
import { isDirectory } from '../ir/paths.ts';
import { RECORDS } from './run-folder.ts';
import { requireRunId } from './run-id.ts';

/**
 * Whether a path, with `/` between its parts, names something below the folder that it is taken from. The compiler
 * refuses others in a workflow; the stores refuse them once more, as a skill may write any path under a directory.
 */
export function staysInside(path: string): boolean {
  if (path.includes('\0') || /^[A-Za-z]:/.test(path)) return false;
  const parts = (isDirectory(path) ? path.slice(0, -1) : path).split('/');
  return parts.every((part) => part !== '' && part.split('\\').every((name) => name !== '.' && name !== '..'));
}

/** Bytes that a name may have on most disks, and a path behind what stores put before it. */
const [LONGEST_NAME, LONGEST_PATH] = [255, 800];

function isShort(path: string): boolean {
  const bytes = (text: string): number => new TextEncoder().encode(text).length;
  return bytes(path) <= LONGEST_PATH && path.split('/').every((part) => bytes(part) <= LONGEST_NAME);
}

/** Whether a path is among the records, which are no part of the project. Some disks do not tell cases apart. */
export function isRecord(path: string): boolean {
  return path.split(/[/\\]/)[0]!.toLowerCase() === RECORDS;
}

/** Throws unless a file of the run can be called so. */
export function requireRunFile(run: string, path: string): void {
  requireRunId(run);
  if (!staysInside(path) || isDirectory(path)) throw refused(`'${path}' is not the path of a file of a run`);
}

/**
 * Throws unless the paths can be published together: each names a file inside the project and outside the records,
 * and none is a folder on the way to another one.
 */
export function requirePublishable(paths: Iterable<string>): void {
  const all = new Set(paths);
  for (const path of all) {
    if (!isShort(path)) throw refused(`'${path.slice(0, 60)}…' is too long for the name of a file`);
    if (!path.isWellFormed()) throw refused(`'${path.toWellFormed()}' holds half a character`);
    if (!staysInside(path) || isDirectory(path)) throw refused(`'${path}' is not the path of a file in the project`);
    if (isRecord(path)) throw refused(`'${path}' is in the folder of the records`);
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end);
      if (all.has(folder)) throw refused(`'${folder}' cannot be a file and the folder of '${path}'`);
    }
  }
}
