import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Emulator } from './emulator.ts';

const entry = resolve(import.meta.dirname, '../../bin/stepwright.ts');

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line in a project's folder; in the cloud it finds the emulator. */
export interface CommandLine {
  run(...argv: string[]): Promise<Answer>;
  /** Sends SIGINT as soon as stdout holds the text. */
  interrupt(text: string, ...argv: string[]): Promise<Answer>;
  /** With --json; `document` is what stdout holds. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts what it reads
  json(...argv: string[]): Promise<Answer & { readonly document: any }>;
}

export function commandLine(emulator: Emulator, folder: string): CommandLine {
  const env = { PATH: process.env['PATH'], ...emulator.env };
  const run = (...argv: string[]) => asProcess(folder, env, argv);
  return {
    run,
    interrupt: (text, ...argv) => asProcess(folder, env, argv, text),
    async json(...argv) {
      const answer = await run(...argv, '--json');
      try {
        return { ...answer, document: JSON.parse(answer.stdout) as unknown };
      } catch {
        throw new Error(`${argv.join(' ')}: no JSON (code ${answer.code}):\n${answer.stdout}\n${answer.stderr}`);
      }
    },
  };
}

function asProcess(
  cwd: string,
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
  interruptAt?: string,
): Promise<Answer> {
  const child = spawn(process.execPath, [entry, ...argv], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let interrupted = interruptAt === undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    if (interrupted || !stdout.includes(interruptAt!)) return;
    interrupted = true;
    child.kill('SIGINT');
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((answer, reject) => {
    child.once('error', reject);
    child.once('close', (code) => answer({ code: code ?? -1, stdout, stderr }));
  });
}

/** Options of the CDK that deploying to an emulator needs. */
export const emulated = ['--require-approval', 'never', '--method=direct', '-c', 'assetBucket=assets'];

/** The repository's folder. */
export const repository = join(import.meta.dirname, '../..');
