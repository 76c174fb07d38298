import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The name of the project file. */
export const CONFIG_FILE = 'stepwright.yaml';

/**
 * The project file in a folder or the nearest one above it. The search ends at the root of a git repository: what lies
 * above that is not the project's.
 */
export function findConfig(folder: string): string | undefined {
  for (let here = resolve(folder); ; here = dirname(here)) {
    const file = join(here, CONFIG_FILE);
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
    if (existsSync(join(here, '.git')) || here === dirname(here)) return undefined;
  }
}
