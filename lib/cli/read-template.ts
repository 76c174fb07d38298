import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Beside this file in a checkout, and in `dist/templates` of the package, where this file is in `dist/chunks`. */
const FOLDERS = ['./templates/', '../templates/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** The names of the templates that the package brings along. */
export function templateNames(): string[] {
  return readdirSync(folder()).flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -'.yaml'.length)] : []));
}

/** The text of a template; undefined where there is none of this name. */
export function readTemplate(name: string): string | undefined {
  return templateNames().includes(name) ? readFileSync(`${folder()}${name}.yaml`, 'utf8') : undefined;
}

function folder(): string {
  const found = FOLDERS.find((path) => existsSync(path));
  if (found === undefined) throw new Error('the templates of this package are missing');
  return found;
}
