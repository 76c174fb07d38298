import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Names of what tools make, and of files with secrets. */
const LEFT_OUT = ['.git', '.workflow', 'node_modules', '__pycache__', 'cdk.out'];

/**
 * Copies the project for containers, in which skills work on copies of it: what git tracks or would track where it is a
 * repository, else all of it. Files of variables (`.env` and the like) stay behind: secrets are read when they are used.
 */
export function copyWholeProject(root: string, into: string): void {
  for (const path of filesOf(root)) {
    if (path.split('/').some((part) => LEFT_OUT.includes(part) || part.startsWith('.env'))) continue;
    const from = join(root, path);
    // A link is a link in the copy, wherever it leads; what git knows and is gone is gone.
    if (!existsSync(from) && !isLink(from)) continue;
    mkdirSync(dirname(join(into, path)), { recursive: true });
    cpSync(from, join(into, path), { verbatimSymlinks: true, recursive: true });
  }
}

function filesOf(root: string): string[] {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return status === 0 ? stdout.split('\0').filter(Boolean) : walk(root, '');
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (!entry.isDirectory()) return [path];
    return LEFT_OUT.includes(basename(path)) ? [] : walk(root, `${path}/`);
  });
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
