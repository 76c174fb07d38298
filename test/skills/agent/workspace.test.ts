import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openWorkspace } from '../../../lib/skills/workspace/workspace.ts';
import type { Workspace } from '../../../lib/skills/workspace/workspace.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import type { TemporaryFolder } from '../../store/temporary-folder.ts';
import type { Repository } from './repository.ts';
import { repository } from './repository.ts';

const folders: TemporaryFolder[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.remove();
});

async function keep<T extends TemporaryFolder>(folder: Promise<T>): Promise<T> {
  folders.push(await folder);
  return folder;
}

const signal = new AbortController().signal;
const lines = (...texts: string[]): string => texts.map((text) => `${text}\n`).join('');
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

type Patches = Readonly<Record<string, Uint8Array>>;

async function open(projectDir: string, kind: 'git' | 'folder' = 'git', patches: Patches = {}): Promise<Workspace> {
  const into = (await keep(temporaryFolder())).path;
  const before = Object.entries(patches).map(([node, patch]) => ({
    ...{ node, path: `artifacts/${node}.patch` },
    read: () => Promise.resolve(patch),
  }));
  return openWorkspace({ kind, projectDir, into, before, signal });
}

/** The patch of what some work changes in a workspace. */
async function patchOf(
  projectDir: string,
  work: (folder: string) => Promise<void>,
  patches: Patches = {},
  kind: 'git' | 'folder' = 'git',
) {
  const workspace = await open(projectDir, kind, patches);
  await work(workspace.folder);
  return (await workspace.changes()).patch;
}

describe.each(['git', 'folder'] as const)('a workspace of the kind %s', (kind) => {
  let project: Repository;
  beforeEach(async () => {
    project = await keep(
      repository({
        'a.txt': lines('one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'),
        'gone.txt': 'x\n',
        'picture.bin': new Uint8Array([0, 1, 2, 255]),
        'run.sh': '#!/bin/sh\n',
        '.gitignore': 'ignored/\n',
      }),
    );
  });

  it('is a copy, in which nothing has changed at first', async () => {
    const { folder, changes } = await open(project.path, kind);
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toContain('one');
    expect(await changes()).toEqual({ patch: Buffer.alloc(0), files: [] });
  });

  it('tells everything that was changed: new, binary, deleted and executable files, and links', async () => {
    const { folder, changes } = await open(project.path, kind);
    const picture = new Uint8Array(3000).map((_, i) => (i * 7919) % 256);
    await writeFile(join(folder, 'a.txt'), lines('ONE', 'two'));
    await mkdir(join(folder, 'new/ä b'), { recursive: true });
    await writeFile(join(folder, 'new/ä b/c.txt'), 'without a newline');
    await writeFile(join(folder, 'picture.bin'), picture);
    await rm(join(folder, 'gone.txt'));
    await chmod(join(folder, 'run.sh'), 0o755);
    await symlink('a.txt', join(folder, 'link'));
    await mkdir(join(folder, 'ignored'));
    await writeFile(join(folder, 'ignored/build.o'), 'x');
    await mkdir(join(folder, 'node_modules'));
    await writeFile(join(folder, 'node_modules/x.js'), 'x');
    const { patch, files } = await changes();
    expect(files).toEqual(['a.txt', 'gone.txt', 'link', 'new/ä b/c.txt', 'picture.bin', 'run.sh']);

    const next = await open(project.path, kind, { first: patch });
    expect(new Uint8Array(await readFile(join(next.folder, 'picture.bin')))).toEqual(picture);
    expect(await readFile(join(next.folder, 'new/ä b/c.txt'), 'utf8')).toBe('without a newline');
    expect(await readFile(join(next.folder, 'link'), 'utf8')).toBe(lines('ONE', 'two'));
    expect((await stat(join(next.folder, 'run.sh'))).mode & 0o111).toBe(0o111);
    await expect(stat(join(next.folder, 'gone.txt'))).rejects.toThrow('ENOENT');
    // Its own changes are only what comes on top.
    await writeFile(join(next.folder, 'more.txt'), 'more\n');
    expect((await next.changes()).files).toEqual(['more.txt']);
    expect(project.git('status', '--porcelain')).toBe('');
  });

  it('joins changes that were made side by side, and says where they conflict', async () => {
    const edit = (from: string, to: string) => async (folder: string) => {
      const file = join(folder, 'a.txt');
      await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
    };
    const left = await patchOf(project.path, edit('two', 'TWO'), {}, kind);
    const right = await patchOf(project.path, edit('three', 'THREE\nand more'), {}, kind);
    const far = await patchOf(project.path, edit('nine', 'NINE'), {}, kind);
    const both = await open(project.path, kind, { left, far });
    expect(await readFile(join(both.folder, 'a.txt'), 'utf8')).toMatch(/TWO[\s\S]*NINE/);
    await expect(open(project.path, kind, { left, right })).rejects.toThrow(
      /^the changes of right \(artifacts\/right.patch\) do not fit behind those before them: .*a\.txt/,
    );
  });

  it('takes a repository that was made in it for a folder, with and without a commit', async () => {
    const { folder, changes } = await open(project.path, kind);
    for (const [name, commits] of [
      ['made', true],
      ['made/within', false],
    ] as const) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'x.txt'), 'x\n');
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { cwd: join(folder, name) });
      git('init', '--quiet');
      if (commits) git('add', '.');
      if (commits) git('commit', '--quiet', '-m', 'mine');
    }
    const { patch, files } = await changes();
    expect(files).toEqual(['made/within/x.txt', 'made/x.txt']);
    const next = await open(project.path, kind, { first: patch });
    expect(await readFile(join(next.folder, 'made/within/x.txt'), 'utf8')).toBe('x\n');
  });

  it('that was deleted with all that is in it is said to be', async () => {
    const { folder, changes } = await open(project.path, kind);
    await rm(folder, { recursive: true });
    await expect(changes()).rejects.toThrow('the program has deleted the copy of the project that it worked in');
  });

  it('sees what was changed whatever is done to the repository in it', async () => {
    const { folder, changes } = await open(project.path, kind);
    await writeFile(join(folder, 'b.txt'), 'b\n');
    if (kind === 'git') {
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { cwd: folder });
      git('checkout', '--quiet', '-b', 'other');
      git('add', 'b.txt');
      git('commit', '--quiet', '-m', 'mine');
      await writeFile(join(folder, 'c.txt'), 'c\n');
      await rm(join(folder, '.git'), { recursive: true });
    }
    expect((await changes()).files).toEqual(kind === 'git' ? ['b.txt', 'c.txt'] : ['b.txt']);
    expect(project.git('branch', '--all')).toBe('* main\n');
  });
});

describe('a git workspace', () => {
  it('holds what is committed, on its own, and nothing to push to', async () => {
    const project = await keep(repository({ 'a.txt': 'committed\n', 'sub/b.txt': 'b\n' }));
    project.write('a.txt', 'not committed\n');
    const { folder } = await open(project.path);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder }).toString();
    expect([await readFile(join(folder, 'a.txt'), 'utf8'), git('remote'), git('status', '--porcelain')]).toEqual([
      'committed\n',
      '',
      '',
    ]);
    expect(git('rev-parse', 'HEAD')).toBe(project.git('rev-parse', 'HEAD'));
  });

  it('leaves submodules alone: they are not checked out', async () => {
    const library = await keep(repository({ 'lib.txt': 'lib\n' }));
    const project = await keep(repository({ 'a.txt': 'a\n' }));
    project.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', library.path, 'vendor/lib');
    project.git('commit', '--quiet', '-m', 'a submodule');
    const patch = await patchOf(project.path, async (folder) => {
      expect(await readdir(join(folder, 'vendor/lib'))).toEqual([]);
      execFileSync('git', ['clone', '--quiet', library.path, 'vendor/lib'], { cwd: folder });
      await writeFile(join(folder, 'a.txt'), 'A\n');
    });
    expect(text(patch)).not.toContain('vendor/lib');
    expect(text(patch)).toContain('+A');
  });

  it('begins in the folder that the project is of the repository', async () => {
    const project = await keep(repository({ 'a.txt': 'a\n', 'sub/b.txt': 'b\n' }));
    const { folder, changes } = await open(join(project.path, 'sub'));
    await writeFile(join(folder, 'b.txt'), 'B\n');
    expect((await changes()).files).toEqual(['sub/b.txt']);
  });

  it('shows the changes of earlier nodes as committed', async () => {
    const project = await keep(repository({ 'a.txt': 'a\n' }));
    const patch = await patchOf(project.path, (folder) => writeFile(join(folder, 'new.txt'), 'new\n'));
    const { folder } = await open(project.path, 'git', { first: patch });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder }).toString();
    expect([git('status', '--porcelain'), git('log', '-1', '--format=%s')]).toEqual(['', 'changes of first\n']);
  });

  it('is a copy with a commit where the project is in no repository', async () => {
    const project = await keep(temporaryFolder());
    await writeFile(join(project.path, 'a.txt'), 'a\n');
    await mkdir(join(project.path, '.workflow'));
    await writeFile(join(project.path, '.workflow/state.json'), '{}');
    const { folder, changes } = await open(project.path);
    expect(execFileSync('git', ['log', '--format=%s', '--name-only'], { cwd: folder }).toString()).toBe(
      'the project\n\na.txt\n',
    );
    await writeFile(join(folder, 'a.txt'), 'A\n');
    expect(text((await changes()).patch)).toContain('+A');
  });

  it('keeps its changes as a branch, with those before it', async () => {
    const project = await keep(repository({ 'a.txt': 'a\n' }));
    const first = await patchOf(project.path, (folder) => writeFile(join(folder, 'one.txt'), '1\n'));
    const workspace = await open(project.path, 'git', { first });
    await writeFile(join(workspace.folder, 'two.txt'), '2\n');
    await workspace.keepAs('stepwright/r1/second', 'second of r1');
    expect(project.git('diff', '--name-only', 'main', 'stepwright/r1/second')).toBe('one.txt\ntwo.txt\n');
    expect(project.git('log', '-1', '--format=%s %an', 'stepwright/r1/second')).toBe('second of r1 stepwright\n');
    expect(project.git('status', '--porcelain')).toBe('');
  });
});
