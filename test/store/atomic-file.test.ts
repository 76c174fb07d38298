import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, replaceFile } from '../../lib/store/atomic-file.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { TemporaryFolder } from './temporary-folder.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

describe('replacing a file', () => {
  it('makes it, or gives it a new content', async () => {
    const file = join(folder.path, 'state.json');
    await replaceFile(file, 'one');
    expect(await readFile(file, 'utf8')).toBe('one');
    await replaceFile(file, Buffer.from('two'));
    expect(await readFile(file, 'utf8')).toBe('two');
    expect(await readdir(folder.path)).toEqual(['state.json']);
  });

  it('never shows a part of it', async () => {
    const file = join(folder.path, 'state.json');
    const contents = ['a', 'b'].map((letter) => letter.repeat(200_000));
    await replaceFile(file, contents[0]!);
    const seen = new Set<string>();
    const reading = (async () => {
      for (let i = 0; i < 200; i++) seen.add(await readFile(file, 'utf8'));
    })();
    for (let i = 0; i < 30; i++) await replaceFile(file, contents[i % 2]!);
    await reading;
    expect([...seen].filter((content) => !contents.includes(content))).toEqual([]);
  });

  it('leaves the old content and nothing else when it fails', async () => {
    await writeFile(join(folder.path, 'state.json'), 'old');
    await expect(replaceFile(join(folder.path, 'state.json'), {} as Uint8Array)).rejects.toThrow('must be');
    await mkdir(join(folder.path, 'taken'));
    await expect(replaceFile(join(folder.path, 'taken'), 'new')).rejects.toThrow('EISDIR');
    await expect(replaceFile(join(folder.path, 'none', 'x'), 'new')).rejects.toThrow('ENOENT');
    expect(await readFile(join(folder.path, 'state.json'), 'utf8')).toBe('old');
    expect((await readdir(folder.path)).sort()).toEqual(['state.json', 'taken']);
  });
});

it('a folder is made with those above it, once', async () => {
  await makeFolder(join(folder.path, 'a/b/c'));
  await makeFolder(join(folder.path, 'a/b/c'));
  await makeFolder(join(folder.path, 'a/d'));
  expect((await readdir(folder.path, { recursive: true })).sort()).toEqual(['a', 'a/b', 'a/b/c', 'a/d']);
});
