import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadCodeSkill } from '../../lib/skills/code.ts';
import { resolveSkill, skillNames } from '../../lib/skills/resolve.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

describe('skills', () => {
  let folder: TemporaryFolder;

  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  afterEach(() => folder.remove());

  async function put(path: string, content = 'export default () => {};\n'): Promise<string> {
    const whole = join(folder.path, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, content);
    return whole;
  }

  it('are found in their folder, TypeScript first', async () => {
    const typed = await put('both/index.ts');
    await put('both/index.js');
    const inner = await put('ns/inner/index.mjs');
    expect(resolveSkill(folder.path, 'both')).toEqual({ kind: 'code', path: typed });
    expect(resolveSkill(folder.path, 'ns/inner')).toEqual({ kind: 'code', path: inner });
    expect(skillNames(folder.path)).toEqual(['both', 'engineering-closeout', 'ns/inner']);
  });

  it('may be builtin, which one in the folder replaces', async () => {
    expect(resolveSkill(folder.path, 'engineering-closeout').kind).toBe('builtin');
    await put('engineering-closeout/index.js');
    expect(resolveSkill(folder.path, 'engineering-closeout').kind).toBe('code');
  });

  it('that are missing tell where they were looked for, and never outside the folder', async () => {
    const looked = ['index.ts', 'index.js', 'index.mjs'].map((file) => join(folder.path, 'gone', file));
    expect(resolveSkill(folder.path, 'gone')).toEqual({ kind: 'missing', looked });
    await put('outside/index.js');
    expect(resolveSkill(join(folder.path, 'skills'), '../outside')).toEqual({ kind: 'missing', looked: [] });
    expect(skillNames(join(folder.path, 'nowhere'))).toEqual(['engineering-closeout']);
  });

  it('export a function as their default', async () => {
    const skill = await loadCodeSkill(
      await put('typed/index.ts', 'const answer: number = 7;\nexport default () => ({ note: String(answer) });\n'),
    );
    expect(await skill({} as never)).toEqual({ note: '7' });
    await expect(loadCodeSkill(await put('named/index.js', 'export const skill = () => {};\n'))).rejects.toThrow(
      'no function as its default export',
    );
    await expect(loadCodeSkill(await put('broken/index.js', 'export default (\n'))).rejects.toThrow();
  });
});
