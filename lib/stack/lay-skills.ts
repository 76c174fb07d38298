import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asLaid, LAID_SKILLS, WORKER, laidFolder, laidModule } from '../skills/laid.ts';
import type { FoundSkill } from '../skills/resolved.ts';
import { bundleSkills, handlerCode } from './bundle.ts';

/** Writes what a function needs of its skills into its folder: bundles of code, and the folders of the others. */
export function laySkills(skills: readonly FoundSkill[], folder: string): void {
  const modules = skills.flatMap((skill) =>
    skill.kind === 'code' ? [[laidModule(skill.name), skill.module] as const] : [],
  );
  if (skills.length === 0) return;
  bundleSkills(new Map(modules), folder);
  if (modules.length > 0) writeFileSync(join(folder, WORKER), handlerCode('skill-worker'));
  for (const skill of skills) if (skill.kind !== 'code') layFolder(skill, join(folder, laidFolder(skill.name)));
  writeFileSync(join(folder, LAID_SKILLS), JSON.stringify(skills.map(asLaid)));
}

/** References and scripts lie beside the instructions; what a package manager has put there stays behind. */
function layFolder(skill: FoundSkill, into: string): void {
  if (skill.folder === undefined) return;
  mkdirSync(dirname(into), { recursive: true });
  const filter = (file: string): boolean => !['node_modules', '.git'].includes(basename(file));
  cpSync(skill.folder, into, { recursive: true, dereference: true, filter });
}
