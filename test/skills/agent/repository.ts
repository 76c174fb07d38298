import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import type { TemporaryFolder } from '../../store/temporary-folder.ts';

/** A git repository of its own, with one commit of some files. */
export interface Repository extends TemporaryFolder {
  write(path: string, content: string | Uint8Array): void;
  git(...args: string[]): string;
}

export async function repository(files: Readonly<Record<string, string | Uint8Array>>): Promise<Repository> {
  const folder = await temporaryFolder();
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  return { ...folder, write, git: commitAll(folder.path) };
}

/** Makes a folder a repository with a first commit of all that is in it; returns git in it. */
export function commitAll(folder: string): (...args: string[]) => string {
  const git = (...args: string[]): string => {
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
    return execFileSync('git', [...identity, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  };
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
  return git;
}
