/** What is wrong with a file for people, in place of the system's own words and absolute path: `there is no such file`. */
export function fileTrouble(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return TROUBLES.get(code) ?? message;
}

const TROUBLES: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'part of its path is no folder'],
  ['EEXIST', 'another file is there'],
  ['EACCES', 'there is no right to it'],
  ['EPERM', 'there is no right to it'],
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['ELOOP', 'links lead in a circle'],
  ['ENAMETOOLONG', 'its name is too long'],
]);
