import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../compile/check.ts';
import { skillsAround } from '../config/skills-around.ts';
import type { SkillSource } from '../skills/resolve.ts';

/** What validation asks of the project: its files, and its skills where it is known where those are. */
export function surroundings(cwd: string, skills?: SkillSource): Environment {
  const fileExists = (path: string) => statSync(resolve(cwd, path), { throwIfNoEntry: false }) !== undefined;
  return { fileExists, ...(skills && skillsAround(cwd, skills)) };
}
