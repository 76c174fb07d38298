import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Code skills in some folders: `<folder>/<name>/index.ts`, `.js` or `.mjs`; the first folder that has one wins. */
export interface SkillFiles {
  find(name: string): string | undefined;
  names(): string[];
}

const files = ['index.ts', 'index.js', 'index.mjs'];

export function skillFiles(folders: readonly string[]): SkillFiles {
  const roots = folders.map((folder) => resolve(folder));
  return {
    find: (name) =>
      roots.flatMap((root) => files.map((file) => join(root, name, file))).find((file) => existsSync(file)),
    names: () => {
      const found = roots.flatMap((cwd) => globSync(`**/{${files.join(',')}}`, { cwd }));
      return [...new Set(found.map((file) => file.split(/[\\/]/).slice(0, -1).join('/')))].sort();
    },
  };
}
