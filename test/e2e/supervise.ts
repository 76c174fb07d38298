/**
 * Keeps the emulator's processes and files no longer than the process that asked for them.
 *
 * Usage: `node supervise.ts <folder> <command> <argument>…`. Starts the command in a process group of its own and waits
 * for the end of its own standard input, which comes when the parent closes it *or dies in any way*. Then it kills the
 * group (the emulator and the Lambda workers that it started) and deletes the folder. A command that ends by itself is
 * a failure: then it also shows what the command printed, and its exit code is 1. It ignores the terminal's signals: the parent gets those too, and its end is what counts.
 */
import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const [folder, command, ...args] = process.argv.slice(2);
if (folder === undefined || command === undefined)
  throw new Error('usage: supervise.ts <folder> <command> [argument]…');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const log = join(folder, 'emulator.log');
const output = openSync(log, 'a');
const child = spawn(command, args, { detached: true, stdio: ['ignore', output, output] });
let ended = false;

child.once('error', fail);
child.once('exit', fail);
process.stdin.once('end', finish).once('error', finish).resume();

function fail(reason: Error | number | null): void {
  if (ended) return;
  process.exitCode = 1;
  process.stderr.write(`${command} ended by itself (${String(reason)}):\n${readFileSync(log, 'utf8')}\n`);
  finish();
}

function finish(): void {
  if (ended) return;
  ended = true;
  killGroup();
  void rm(folder!, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).finally(() => {
    process.exit();
  });
}

function killGroup(): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in the group.
  }
}
