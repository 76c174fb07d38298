import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { atExit } from '../at-exit.ts';
import { leaveBehind } from '../left-work.ts';

export interface Program {
  /** The program and its arguments, each as it is; no shell reads them. */
  readonly argv: readonly string[];
  /** The folder that it begins in, absolute. */
  readonly cwd: string;
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Told of each line that it prints, on whichever stream. */
  readonly onLine?: (line: string) => void;
}

export interface ProgramEnd {
  /** Its exit code; where a signal has ended it, that one's name. */
  readonly code: number | NodeJS.Signals;
  /** The beginning of what it has printed on stdout, and the end of what on stderr. */
  readonly stdout: string;
  readonly stderr: string;
}

/** Milliseconds between the request to end and the end by force. */
export const GRACE = 1000;

/** Characters that are kept of each stream. */
const KEPT = 65_536;

/**
 * Runs a program in a process group of its own, without stdin, and ends all that is left of the group when the program
 * has ended. At an abort the group gets SIGTERM, a second later SIGKILL, and the signal's reason is thrown. Throws
 * when the program cannot be started. A process that has left the group (`setsid`) is not found.
 */
export async function runProgram({ argv, cwd, env, signal, onLine }: Program): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const [file, ...args] = argv as readonly [string, ...string[]];
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const started = new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(notStarted(file, error)));
  });
  await started;
  const group = groupOf(child.pid!);
  let [stdout, stderr] = ['', ''];
  const lines = onLine && lineSplitter(onLine);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout = (stdout + text).slice(0, KEPT);
    lines?.('stdout', text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-KEPT);
    lines?.('stderr', text);
  });
  const ended = endOf(child);
  const stop = () => leaveBehind(group.end());
  signal.addEventListener('abort', stop, { once: true });
  try {
    const code = await ended.exit;
    // What the program has started and left holds its streams open, and would go on for nobody.
    const rest = group.end();
    leaveBehind(rest);
    await rest;
    await Promise.race([ended.closed, wait(GRACE, undefined, { ref: false })]);
    signal.throwIfAborted();
    return { code, stdout, stderr };
  } finally {
    signal.removeEventListener('abort', stop);
    group.forget();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

function endOf(child: ChildProcess): { exit: Promise<number | NodeJS.Signals>; closed: Promise<void> } {
  return {
    exit: new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? 1))),
    closed: new Promise((resolve) => child.once('close', () => resolve())),
  };
}

function notStarted(file: string, error: NodeJS.ErrnoException): Error {
  const why = { ENOENT: 'there is no such program', EACCES: 'it may not be executed' }[error.code ?? ''];
  return new Error(`${file} cannot be started: ${why ?? error.message}`);
}

function groupOf(pid: number): { end(): Promise<void>; forget(): void } {
  const forget = atExit(() => signalGroup(pid, 'SIGKILL'));
  let ending: Promise<void> | undefined;
  return { end: () => (ending ??= endGroup(pid)), forget };
}

async function endGroup(pid: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return;
  if (await isGone(pid, GRACE)) return;
  signalGroup(pid, 'SIGKILL');
  // One that has ended and that nobody has taken note of yet is still there; it does nothing any more.
  await isGone(pid, 500);
}

async function isGone(pid: number, milliseconds: number): Promise<boolean> {
  for (const until = performance.now() + milliseconds; performance.now() < until;) {
    if (!signalGroup(pid, 0)) return true;
    await wait(20);
  }
  return false;
}

/** Whether there was anything in the group to signal. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Lines of a program may come in pieces; a line that is longer than what is kept is told in parts. */
function lineSplitter(onLine: (line: string) => void): (stream: string, text: string) => void {
  const rest = new Map<string, string>();
  return (stream, text) => {
    const parts = ((rest.get(stream) ?? '') + text).split('\n');
    const last = parts.pop()!;
    for (const line of parts) if (line.trim() !== '') onLine(line.trimEnd());
    if (last.length < KEPT) rest.set(stream, last);
    else {
      onLine(last);
      rest.set(stream, '');
    }
  };
}
