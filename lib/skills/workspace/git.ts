import { execFile } from 'node:child_process';
import { handedOn } from '../command/variables.ts';

export interface GitOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Bytes that git may answer: the largest patch. */
const LARGEST = 512 * 1024 * 1024;

/** Nothing that somebody has set for their own work changes what is done here, and nothing of it asks or calls anybody. */
const OWN = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'stepwright',
  GIT_AUTHOR_EMAIL: 'stepwright@localhost',
  GIT_COMMITTER_NAME: 'stepwright',
  GIT_COMMITTER_EMAIL: 'stepwright@localhost',
  LC_ALL: 'C',
};

const SETTINGS = ['core.autocrlf=false', 'core.hooksPath=/dev/null', 'core.quotePath=false', 'gc.auto=0'];

/** Runs git and returns what it prints. Throws what it says where it fails, or that there is none. */
export function git(args: readonly string[], { cwd, env, signal }: GitOptions): Promise<Buffer> {
  const all = [...SETTINGS.flatMap((setting) => ['-c', setting]), ...args];
  return new Promise((resolve, reject) => {
    const options = {
      cwd,
      env: { ...handedOn(), ...OWN, ...env },
      signal,
      maxBuffer: LARGEST,
      encoding: 'buffer',
    } as const;
    execFile('git', all, options, (error, stdout, stderr) => {
      if (!error) resolve(stdout);
      else if (signal.aborted) reject(signal.reason as Error);
      else if (error.code === ('ENOENT' as unknown))
        reject(new Error('working in a copy of the project needs git, which is not there'));
      else reject(new GitError(args[0]!, stderr.toString().trim() || error.message));
    });
  });
}

/** The same, as one line of text. */
export async function gitLine(args: readonly string[], options: GitOptions): Promise<string> {
  return (await git(args, options)).toString().trim();
}

/** What git says; `said` is that alone. */
export class GitError extends Error {
  readonly said: string;

  constructor(verb: string, said: string) {
    super(`git ${verb}: ${said.split('\n').slice(-10).join('\n')}`);
    this.name = 'GitError';
    this.said = said;
  }
}
