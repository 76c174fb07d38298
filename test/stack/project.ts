import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../store/temporary-folder.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';

/** A project's folder with these files (path → text). */
export async function project(files: Readonly<Record<string, string>>): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), content);
  }
  return folder;
}

/** A workflow of two code skills, one of which has a namespace and shares a module; it reads a file of the project. */
export const small: Readonly<Record<string, string>> = {
  'workflow.yaml': `
name: small
version: 1.0.0
nodes:
  - { id: read, skill: text/upper, role: intake, inputs: [docs/], outputs: [artifacts/upper.md] }
  - { id: end, skill: finish, role: closeout, inputs: [artifacts/upper.md] }
edges:
  - { from: read, to: end }
final: end
`,
  'skills/text/upper/index.ts': `
import { shout } from '../../lib/shout.ts';
export default async ({ inputs, artifacts }: any): Promise<void> => {
  const texts = await Promise.all(inputs.map((path: string) => artifacts.read(path)));
  await artifacts.write('artifacts/upper.md', shout(texts.join(' ')));
};
`,
  'skills/lib/shout.ts': 'export const shout = (text: string): string => `${text.toUpperCase()}!`;\n',
  'skills/finish/index.mjs': 'export default () => {};\n',
  'docs/a.md': 'hello',
  'docs/deep/b.md': 'world',
  'docs/private.txt': 'x',
  '.workflow/state.json': '{}',
};
