import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that stand in a page of the documentation: blocks whose first line names a path after the language. */
export function snippetsIn(page: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8');
  const blocks = text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm);
  return Object.fromEntries([...blocks].map(([, path, content]) => [path!, content!]));
}
