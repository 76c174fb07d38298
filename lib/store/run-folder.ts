import { join, resolve } from 'node:path';

/** The folder of all records in a project. */
export const RECORDS = '.workflow';

export function runsFolder(root: string): string {
  return join(resolve(root), RECORDS, 'runs');
}

/** Where everything about one run lies. The caller has made sure that `run` is the id of one. */
export function runFolder(root: string, run: string): string {
  return join(runsFolder(root), run);
}
