import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { skillName } from '../ir/skill-name.ts';
import { builtinSkills } from './builtin.ts';
import { isCommandFile, isSkillFolder } from './places.ts';
import type { SkillSource } from './resolve.ts';

/** Names of all skills that can be found, `name` and `ns/name`, sorted. */
export function skillNames({ dirs, use }: SkillSource): string[] {
  const found = new Set([...builtinSkills.keys(), ...(use?.manifests.keys() ?? [])]);
  for (const root of dirs) for (const name of namesIn(root, '', 2)) found.add(name);
  return [...found].sort();
}

/** `levels` are the segments that a name may have left. */
function namesIn(root: string, prefix: string, levels: number): string[] {
  return entriesIn(join(root, prefix)).flatMap((entry) => {
    const name = entry.replace(/\.md$/, '');
    const whole = prefix + name;
    if (entry.startsWith('.') || entry === 'node_modules' || skillName(name) === undefined) return [];
    if (entry !== name) return isCommandFile(root, whole) && isA('file', join(root, `${whole}.md`)) ? [whole] : [];
    if (!isA('folder', join(root, whole))) return [];
    const own = isSkillFolder(join(root, whole)) ? [whole] : [];
    return levels > 1 ? [...own, ...namesIn(root, `${whole}/`, levels - 1)] : own;
  });
}

function entriesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function isA(what: 'file' | 'folder', path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return (what === 'file' ? found?.isFile() : found?.isDirectory()) ?? false;
}
