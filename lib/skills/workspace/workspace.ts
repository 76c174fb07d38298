import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { SkillChanges } from '../skill.ts';
import type { GitOptions } from './git.ts';
import { git, GitError, gitLine } from './git.ts';

/** A copy of the project in which a skill may change whatever it likes. */
export interface Workspace {
  /** The folder of the project in it, absolute. */
  readonly folder: string;
  /** What has been changed since the skill began. */
  readonly changes: () => Promise<Changes>;
  /** Keeps all changes so far, those of the nodes before included, as a branch of the project's repository, if it has one. */
  readonly keepAs: (branch: string, message: string) => Promise<void>;
}

export interface Changes {
  /** As `git apply` takes it, binary files included; empty where nothing has been changed. */
  readonly patch: Uint8Array;
  /** Paths from the root of the repository, or of the folder, sorted. */
  readonly files: readonly string[];
}

export interface WorkspaceOptions {
  /** `git`: the last commit, with a repository around it; `folder`: the files as they lie there. */
  readonly kind: 'git' | 'folder';
  readonly projectDir: string;
  /** An empty folder for it. */
  readonly into: string;
  readonly before: SkillChanges['before'];
  readonly signal: AbortSignal;
}

/** Names that are copied neither from the project nor into a patch: made by tools, and made again by them. */
const LEFT_OUT = ['.git', '.workflow', 'node_modules', '__pycache__', 'cdk.out'];

/** Where the project's repository is, and what of it is the project. */
interface Repository {
  readonly top: string;
  /** The project's folder from there; empty, or with a slash at the end. */
  readonly prefix: string;
  readonly head: string;
  /** Its folder of objects, absolute. */
  readonly objects: string;
  readonly format: string;
}

/**
 * Copies the project and applies the changes of the nodes before, in their order. Throws where they conflict. What has
 * not been committed is not in a `git` workspace; where the project is in no repository with a commit, its files are
 * copied, and committed in the copy.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { kind, projectDir, into, before, signal } = options;
  const [root, tracking] = [join(into, 'project'), join(into, 'tracking.git')];
  const repository = kind === 'git' ? await repositoryOf(projectDir, signal) : undefined;
  if (repository) await checkOut(repository, root, signal);
  else await copyFolder(projectDir, root);
  // What changes is seen with a repository that the skill does not know of: its own may be used in any way.
  const tracked = await track(tracking, root, repository, signal);
  for (const { node, path, read } of before) await apply(tracked, { node, path, patch: await read() }, into);
  const base = await gitLine(['write-tree'], tracked);
  if (kind === 'git') await commitAll(root, repository !== undefined, before, signal);
  const end = async (): Promise<string> => {
    if (!existsSync(root)) throw new Error('the program has deleted the copy of the project that it worked in');
    await openUp(root, tracked);
    await git(['add', '--all'], tracked);
    return gitLine(['write-tree'], tracked);
  };
  return {
    folder: repository ? join(root, repository.prefix) : root,
    async changes() {
      const trees = [base, await end()];
      const flags = ['--binary', '--full-index', '--no-ext-diff', '--no-textconv', '--no-color', '--no-renames'];
      const patch = await git(['diff', ...flags, ...trees], tracked);
      const names = await git(['diff', '--name-only', '--no-renames', '-z', ...trees], tracked);
      return { patch, files: names.toString().split('\0').filter(Boolean).sort() };
    },
    async keepAs(branch, message) {
      if (!repository) return;
      const ref = `refs/heads/${branch}`;
      const commit = await gitLine(['commit-tree', '-p', repository.head, '-m', message, await end()], tracked);
      await git(['update-ref', ref, commit], tracked);
      await git(['fetch', '--quiet', '--no-tags', tracking, `+${ref}:${ref}`], { cwd: repository.top, signal });
    },
  };
}

/** The repository that a folder is in; undefined where it is in none, or in one without a commit. */
async function repositoryOf(projectDir: string, signal: AbortSignal): Promise<Repository | undefined> {
  const here = { cwd: projectDir, signal };
  try {
    const [top = '', common = '', format = ''] = (
      await gitLine(
        ['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir', '--show-object-format'],
        here,
      )
    ).split('\n');
    const prefix = await gitLine(['rev-parse', '--show-prefix'], here);
    const head = await gitLine(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], here);
    return { top, prefix, head, objects: join(common, 'objects'), format };
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

/** A clone that borrows the objects of the repository, and knows no way back to it: its branches are its own. */
async function checkOut({ top, head }: Repository, root: string, signal: AbortSignal): Promise<void> {
  await git(['clone', '--quiet', '--shared', '--no-checkout', '--no-tags', top, root], { cwd: top, signal });
  const here = { cwd: root, signal };
  await git(['checkout', '--quiet', '--detach', head], here);
  await git(['remote', 'remove', 'origin'], here);
}

async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => source === from || !LEFT_OUT.includes(source.slice(source.lastIndexOf(sep) + 1)),
  });
}

/** A repository outside the workspace whose index holds all of it. */
async function track(
  folder: string,
  root: string,
  repository: Repository | undefined,
  signal: AbortSignal,
): Promise<GitOptions> {
  await mkdir(folder);
  const format = repository ? [`--object-format=${repository.format}`] : [];
  await git(['init', '--quiet', '--bare', ...format, folder], { cwd: folder, signal });
  await mkdir(join(folder, 'info'), { recursive: true });
  await writeFile(join(folder, 'info/exclude'), LEFT_OUT.map((name) => `${name}\n`).join(''));
  if (repository) await writeFile(join(folder, 'objects/info/alternates'), `${repository.objects}\n`);
  const env = { GIT_DIR: folder, GIT_WORK_TREE: root, GIT_INDEX_FILE: join(folder, 'index') };
  const tracked = { cwd: root, env, signal };
  // Files that are committed although they are ignored are in the index so, and stay in it.
  if (repository) await git(['read-tree', repository.head], tracked);
  await git(['add', '--all'], tracked);
  return tracked;
}

interface Patch {
  readonly node: string;
  readonly path: string;
  readonly patch: Uint8Array;
}

async function apply(tracked: GitOptions, { node, path, patch }: Patch, into: string): Promise<void> {
  if (patch.length === 0) return;
  const file = join(into, 'before.patch');
  await writeFile(file, patch);
  try {
    await git(['apply', '--3way', '--whitespace=nowarn', file], tracked);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const why = error.said
      .split('\n')
      .filter((line) => /^(error|U) /.test(line.replace(':', ' ')) || line.includes('conflicts'))
      .slice(0, 5)
      .join('; ');
    throw new Error(`the changes of ${node} (${path}) do not fit behind those before them: ${why || error.said}`);
  }
}

/**
 * A repository that was made or cloned inside the workspace is an ordinary folder in what goes on: git would only note
 * its commit, and nobody behind has that. Submodules of the project stay what they are.
 */
async function openUp(root: string, tracked: GitOptions): Promise<void> {
  const entries = (await git(['ls-files', '--stage', '-z'], tracked)).toString().split('\0');
  const submodules = new Set(
    entries.filter((entry) => entry.startsWith('160000 ')).map((entry) => entry.split('\t')[1]),
  );
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === '.git') {
        if (folder !== '' && !submodules.has(folder)) await rm(join(root, path), { recursive: true, force: true });
      } else if (entry.isDirectory() && !LEFT_OUT.includes(entry.name) && !submodules.has(path)) await walk(path);
    }
  };
  await walk('');
}

/** Whoever looks at the repository in the workspace finds nothing that is not committed. */
async function commitAll(
  root: string,
  isClone: boolean,
  before: SkillChanges['before'],
  signal: AbortSignal,
): Promise<void> {
  const here = { cwd: root, signal };
  if (!isClone) {
    await git(['init', '--quiet'], here);
    await writeFile(join(root, '.git/info/exclude'), LEFT_OUT.map((name) => `${name}\n`).join(''));
  } else if (before.length === 0) return;
  await git(['add', '--all'], here);
  const message = before.length === 0 ? 'the project' : `changes of ${before.map(({ node }) => node).join(', ')}`;
  await git(['commit', '--quiet', '--allow-empty', '-m', message], here);
}
