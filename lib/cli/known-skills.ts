import { dirname, resolve } from 'node:path';
import type { Environment } from '../compile/check.ts';
import { loadConfig } from '../config/index.ts';
import { skillSource } from '../config/skill-source.ts';
import { skillsAround } from '../config/skills-around.ts';

/** What is known of a workflow's skills, where those that there are not are no error. */
export function knownSkills(cwd: string, workflow: string): Pick<Environment, 'skill'> {
  const project = loadConfig(dirname(resolve(cwd, workflow)));
  const { skill } = skillsAround(cwd, skillSource(cwd, workflow, [], project));
  return { skill };
}
