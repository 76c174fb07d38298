import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { skillName } from '../ir/skill-name.ts';
import { builtinSkills } from './builtin.ts';
import type { Skill } from './skill.ts';

/** What a skill's name stands for. */
export type Resolved =
  | { readonly kind: 'code'; readonly path: string }
  | { readonly kind: 'builtin'; readonly skill: Skill }
  /** `looked` are the files that would have been taken, the first one first. */
  | { readonly kind: 'missing'; readonly looked: readonly string[] };

/** Files by which a skill in its folder is found, the first one first. */
const MODULES = ['index.ts', 'index.js', 'index.mjs'];

/** Finds a skill, `name` or `ns/name`, in a folder of skills, else among the builtin ones. */
export function resolveSkill(folder: string, name: string): Resolved {
  // A malformed name might lead out of the folder.
  const looked = skillName(name) === undefined ? [] : MODULES.map((file) => join(folder, name, file));
  const path = looked.find(isFile);
  if (path !== undefined) return { kind: 'code', path };
  const skill = builtinSkills.get(name);
  return skill ? { kind: 'builtin', skill } : { kind: 'missing', looked };
}

/** Names of all skills that can be found: `name` and `ns/name`, sorted. */
export function skillNames(folder: string): string[] {
  const found = new Set(builtinSkills.keys());
  for (const first of foldersIn(folder)) {
    if (hasModule(join(folder, first))) found.add(first);
    for (const second of foldersIn(join(folder, first))) {
      if (hasModule(join(folder, first, second))) found.add(`${first}/${second}`);
    }
  }
  return [...found].sort();
}

function hasModule(folder: string): boolean {
  return MODULES.some((file) => isFile(join(folder, file)));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder);
    return entries.filter((name) => name !== 'node_modules' && !name.startsWith('.') && isFolder(join(folder, name)));
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
