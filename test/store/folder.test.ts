import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderArtifacts } from '../../lib/store/folder.ts';
import { artifactContract, projectFiles } from './artifact-contract.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { TemporaryFolder } from './temporary-folder.ts';

const version = { run: '20260131T100000-aaaa', node: 's02-ask', round: 2 };
const kept = '.workflow/runs/20260131T100000-aaaa/artifacts/s02-ask';

let folder: TemporaryFolder;
let root: string;
let outside: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  root = join(folder.path, 'project');
  outside = join(folder.path, 'outside');
  await mkdir(root);
  await mkdir(outside);
  await writeFile(join(outside, 'secret.md'), 'secret');
});
afterEach(() => folder.remove());

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

async function get(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

function files(texts: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(texts).map(([path, content]) => [path, Buffer.from(content)]));
}

describe('artifacts in a folder', () => {
  artifactContract(async () => {
    for (const [path, content] of projectFiles) await put(path, content);
    return { store: folderArtifacts(root), close: () => Promise.resolve() };
  });
});

describe('publishing in a folder', () => {
  it('keeps every round, and puts the latest where the workflow says', async () => {
    const store = folderArtifacts(root);
    await put('artifacts/out/old.md', 'of the user');
    await store.publish({ ...version, round: 1 }, files({ 'artifacts/a.md': 'first', 'artifacts/out/b.md': 'b' }));
    await store.publish(version, files({ 'artifacts/a.md': 'second' }));

    expect(await get(`${kept}/1/artifacts/a.md`)).toBe('first');
    expect(await get(`${kept}/2/artifacts/a.md`)).toBe('second');
    expect(await get('artifacts/a.md')).toBe('second');
    expect(await get('artifacts/out/b.md')).toBe('b');
    expect(await get('artifacts/out/old.md')).toBe('of the user');
  });

  it('leaves nothing but the files themselves', async () => {
    await folderArtifacts(root).publish(version, files({ 'out/a.md': 'a' }));
    await folderArtifacts(root).publish(version, files({ 'out/a.md': 'a' }));
    expect(await readdir(join(root, 'out'))).toEqual(['a.md']);
    expect(await readdir(join(root, kept))).toEqual(['2']);
    expect((await readdir(root)).sort()).toEqual(['.workflow', 'out']);
  });

  it('keeps the permissions of a file that it replaces', async () => {
    await put('tool.sh', 'old');
    await chmod(join(root, 'tool.sh'), 0o750);
    await folderArtifacts(root).publish(version, files({ 'tool.sh': 'new' }));
    expect(await get('tool.sh')).toBe('new');
    expect((await stat(join(root, 'tool.sh'))).mode & 0o777).toBe(0o750);
  });

  it('fails where a folder stands in place of the file', async () => {
    await put('a.md/b.md', 'b');
    await expect(folderArtifacts(root).publish(version, files({ 'a.md': 'a' }))).rejects.toMatchObject({
      name: 'ArtifactRefused',
      message: "'a.md' is a folder in the project, and no file can be written in its place",
    });
    expect(await readdir(root)).toEqual(expect.arrayContaining(['a.md']));
    expect((await readdir(root)).filter((name) => name.startsWith('.stepwright'))).toEqual([]);
  });

  it('fails where a file stands in place of a folder', async () => {
    await put('out', 'a file');
    await expect(folderArtifacts(root).publish(version, files({ 'out/a.md': 'a' }))).rejects.toMatchObject({
      name: 'ArtifactRefused',
      message: "'out/a.md' cannot be written: a folder that it needs is a file",
    });
    expect(await get('out')).toBe('a file');
  });

  it.each([
    ['a folder', 'out', (): string => outside, 'out/a.md'],
    ['a folder, deep below it', 'out', () => outside, 'out/x/y/a.md'],
    ['a file', 'out/a.md', () => join(outside, 'secret.md'), 'out/a.md'],
    ['nothing', 'out/a.md', () => join(outside, 'none.md'), 'out/a.md'],
    ['the folder above', 'out', () => '..', 'out/a.md'],
    ['a folder whose name begins alike', 'out', () => `${root}-other`, 'out/a.md'],
    ['the records', 'out', () => '.workflow', 'out/state.json'],
  ])('refuses a path that a link leads to %s', async (_, link, target, path) => {
    await mkdir(`${root}-other`);
    await mkdir(join(root, '.workflow'));
    await mkdir(dirname(join(root, link)), { recursive: true });
    await symlink(target(), join(root, link));

    const published = folderArtifacts(root).publish(version, files({ 'fine.md': 'x', [path]: 'x' }));

    await expect(published).rejects.toThrow(/^'out\/.*' (leads|needs a symbolic link that leads)/);
    expect(await readdir(outside)).toEqual(['secret.md']);
    expect(await readFile(join(outside, 'secret.md'), 'utf8')).toBe('secret');
    expect(await readdir(`${root}-other`)).toEqual([]);
    expect(await readdir(join(root, '.workflow'))).toEqual([]);
    expect(await folderArtifacts(root).list(version, 'fine.md')).toEqual([]);
    await expect(get('fine.md')).rejects.toThrow('ENOENT');
  });

  it('writes through a link that stays inside, and the link stays one', async () => {
    await put('docs/v2/a.md', 'old');
    await symlink('v2', join(root, 'docs/latest'));
    await symlink('v2/a.md', join(root, 'docs/a.md'));
    await folderArtifacts(root).publish(version, files({ 'docs/latest/b.md': 'b', 'docs/a.md': 'new' }));
    expect(await get('docs/v2/a.md')).toBe('new');
    expect(await get('docs/v2/b.md')).toBe('b');
    expect(await readlink(join(root, 'docs/a.md'))).toBe('v2/a.md');
    expect(await readlink(join(root, 'docs/latest'))).toBe('v2');
  });

  it('works in a project that is itself reached by a link', async () => {
    await symlink(root, join(folder.path, 'link'));
    const store = folderArtifacts(join(folder.path, 'link'));
    await store.publish(version, files({ 'out/a.md': 'a' }));
    expect(await get('out/a.md')).toBe('a');
    expect(await store.list(version, 'out/')).toEqual(['out/a.md']);
    expect(await store.listProject('out/')).toEqual(['out/a.md']);
  });

  it('leaves no version, and no part of one, when the process is killed half-way', async () => {
    await folderArtifacts(root).publish({ ...version, round: 1 }, files({ 'out/a.md': 'of round 1' }));
    const file = JSON.stringify(new URL('../../lib/store/folder.ts', import.meta.url).href);
    const child = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `const { folderArtifacts } = await import(${file});
       const files = new Map([['out/a.md', Buffer.from('of round 2')], ['out/b.md', Buffer.from('b')]]);
       files[Symbol.iterator] = function* () {
         yield ['out/a.md', files.get('out/a.md')];
         process.kill(process.pid, 'SIGKILL');
         while (true);
       };
       await folderArtifacts(${JSON.stringify(root)}).publish(${JSON.stringify(version)}, files);`,
    ]);
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL');

    const store = folderArtifacts(root);
    const left = (await readdir(join(root, kept))).filter((name) => name !== '1');
    expect(left).toEqual([expect.stringMatching(/^\.stepwright-/)]);
    expect(await readdir(join(root, kept, left[0]!, 'out'))).toEqual(['a.md']);
    expect(await store.list(version, 'out/')).toEqual([]);
    expect(await store.read(version, 'out/a.md')).toBeUndefined();
    expect(await get('out/a.md')).toBe('of round 1');

    await store.publish(version, files({ 'out/b.md': 'b' }));
    expect(await store.list(version, 'out/')).toEqual(['out/b.md']);
  });
});

describe('reading a project', () => {
  it('never leads out of it, nor into the records', async () => {
    await put('docs/a.md', 'a');
    await put('.workflow/state.json', '{}');
    await symlink(outside, join(root, 'docs/out'));
    await symlink(join(outside, 'secret.md'), join(root, 'docs/secret.md'));
    await symlink('../.workflow', join(root, 'docs/records'));
    await symlink('nowhere', join(root, 'docs/broken'));
    await symlink('circle', join(root, 'docs/circle'));
    const store = folderArtifacts(root);

    expect(await store.listProject('docs/')).toEqual(['docs/a.md']);
    for (const path of [
      'docs/out/secret.md',
      'docs/secret.md',
      'docs/records/state.json',
      'docs/broken',
      'docs/circle',
    ]) {
      expect([path, await store.readProject(path)]).toEqual([path, undefined]);
      expect(await store.listProject(path)).toEqual([]);
    }
    expect(await store.listProject('.workflow/')).toEqual([]);
    expect(await store.readProject('.workflow/state.json')).toBeUndefined();
  });

  it('follows links that stay inside, though not in circles', async () => {
    await put('docs/deep/a.md', 'a');
    await symlink('deep', join(root, 'docs/same'));
    await symlink('..', join(root, 'docs/deep/up'));
    const store = folderArtifacts(root);
    expect(await store.listProject('docs/')).toEqual(['docs/deep/a.md', 'docs/same/a.md']);
    expect(Buffer.from((await store.readProject('docs/same/a.md'))!).toString()).toBe('a');
  });

  it('shows no file that a crash left half-written', async () => {
    await put('docs/.stepwright-0123456789ab.tmp', 'half');
    await put('docs/.stepwright-notes', 'of the user');
    expect(await folderArtifacts(root).listProject('docs/')).toEqual(['docs/.stepwright-notes']);
  });

  it('finds nothing where there is no project', async () => {
    await rm(root, { recursive: true });
    expect(await folderArtifacts(root).listProject('docs/')).toEqual([]);
    expect(await folderArtifacts(root).readProject('a.md')).toBeUndefined();
    expect(await folderArtifacts(root).readRunFile(version.run, 'a.md')).toBeUndefined();
  });
});
