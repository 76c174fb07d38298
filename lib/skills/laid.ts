import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtinSkills } from './builtin.ts';
import type { FoundSkill, Resolved } from './resolved.ts';

/** In the folder of a function: the skills that were laid into it. */
export const LAID_SKILLS = 'skills.json';

/** The thread for skills of code, where a function has some: it is looked for beside the function's own code. */
export const WORKER = 'worker.mjs';

/** Where a skill's module, or its folder, lies in the folder of a function. */
export const laidModule = (name: string): string => `skills/${name}.mjs`;
export const laidFolder = (name: string): string => `skills/${name}`;

/** A skill as it is laid into a function: paths are seen from the function's folder. */
export function asLaid(skill: FoundSkill): FoundSkill {
  const folder = laidFolder(skill.name);
  return {
    ...skill,
    root: 'skills',
    file: folder,
    ...(skill.folder !== undefined && { folder }),
    ...(skill.document && { document: { ...skill.document, file: folder } }),
    ...(skill.kind === 'code' && { module: laidModule(skill.name) }),
  };
}

/** Finds skills that the stack has laid into a function's folder, else builtin ones. */
export function laidSkills(folder: string): (name: string) => Resolved {
  const file = join(folder, LAID_SKILLS);
  const list = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FoundSkill[]) : [];
  const byName = new Map(list.map((skill) => [skill.name, inFolder(folder, skill)]));
  return (name) => {
    const skill = byName.get(name);
    if (skill) return skill;
    const builtin = builtinSkills.get(name);
    return builtin ? { kind: 'builtin', name, skill: builtin } : { kind: 'missing', name, looked: [] };
  };
}

function inFolder(folder: string, skill: FoundSkill): FoundSkill {
  return {
    ...skill,
    root: join(folder, skill.root),
    file: join(folder, skill.file),
    ...(skill.folder !== undefined && { folder: join(folder, skill.folder) }),
    ...(skill.document && { document: { ...skill.document, file: join(folder, skill.document.file) } }),
    ...(skill.kind === 'code' && { module: join(folder, skill.module) }),
  };
}
