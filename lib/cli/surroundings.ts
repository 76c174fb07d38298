import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../compile/check.ts';

/** What validation asks of the project besides its skills (`skillsAround`): its files. */
export function surroundings(cwd: string): Environment {
  return { fileExists: (path) => statSync(resolve(cwd, path), { throwIfNoEntry: false }) !== undefined };
}
