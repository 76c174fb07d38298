import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../compile/check.ts';
import { resolveSkill, skillNames } from '../skills/resolve.ts';

/** What validation asks of the project: its files, and its skills where a folder of them is given. */
export function surroundings(cwd: string, skillsDir?: string): Environment {
  const fileExists = (path: string) => statSync(resolve(cwd, path), { throwIfNoEntry: false }) !== undefined;
  if (skillsDir === undefined) return { fileExists };
  return {
    fileExists,
    skillExists: (name) => resolveSkill(skillsDir, name).kind !== 'missing',
    skillNames: () => skillNames(skillsDir),
  };
}
