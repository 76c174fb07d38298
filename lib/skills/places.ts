import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export const MANIFEST = 'skill.yaml';

/** Modules of a skill of code, the first one first. */
export const MODULES: readonly string[] = ['index.ts', 'index.js', 'index.mjs'];

export const PROMPT = 'SKILL.md';

/** Files that catalogues hold beside their skills. */
const ABOUT = ['README', 'CHANGELOG', 'LICENSE', 'CONTRIBUTING', 'SKILL', 'CLAUDE', 'AGENTS'];

/** Whether `<name>.md` may be a skill: the files in the folder of another one belong to that. */
export function isCommandFile(root: string, name: string): boolean {
  return !ABOUT.includes(basename(name)) && (dirname(name) === '.' || !isSkillFolder(join(root, dirname(name))));
}

/** Whether a folder is a skill. */
export function isSkillFolder(folder: string): boolean {
  return [MANIFEST, ...MODULES, PROMPT].some(
    (file) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile() ?? false,
  );
}
