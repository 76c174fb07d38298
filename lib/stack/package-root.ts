import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package: a source checkout, or where it was installed. */
export function packageRoot(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`${import.meta.dirname} lies in no package`);
  }
}
