import { writeSync } from 'node:fs';
import { exitCode } from './exit-codes.ts';
import type { Io } from './io.ts';
import { main } from './main.ts';
import { isLeaving, leave, processIo } from './process-io.ts';

/** The command line as a process: ends it with the exit code of the verb. */
export async function runProcess(): Promise<never> {
  const argv = process.argv.slice(2);
  const json = argv.includes('--json');
  // Whoever reads our output may stop reading, as `head` does: the run goes on, and the exit code says how it ended.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
    });
  }
  // What a skill has left behind must not end the run of all the others.
  for (const kind of ['unhandledRejection', 'uncaughtException']) {
    process.on(kind, (reason: unknown) => {
      process.stderr.write(`warning an error was left unhandled: ${textOf(reason)}\n`);
    });
  }
  process.on('exit', () => {
    if (!isLeaving()) sayEnded(json);
  });
  const io = processIo(json);
  const code = await main(argv, io).catch((error: unknown) => sayFault(io, json, error));
  await io.flush();
  // A skill that did not heed its signal may still be at work, and nobody waits for it.
  leave(code);
}

/** A skill runs in this process, and may end it. What has been recorded is safe. */
function sayEnded(json: boolean): void {
  const why = 'the process was ended from within, by a skill; what had run is recorded, and resume goes on';
  process.exitCode = exitCode.failed;
  // Nothing that has to wait is carried out any more.
  if (json) writeSync(1, `${JSON.stringify({ error: why })}\n`);
  else writeSync(2, `\nerror ${why}\n`);
}

/** Says what nobody foresaw: a fault of the program, or of the machine that it runs on. */
function sayFault(io: Io, json: boolean, error: unknown): number {
  if (json) io.stdout(`${JSON.stringify({ error: textOf(error) })}\n`);
  else io.stderr(`error ${textOf(error)}\n`);
  return exitCode.usage;
}

/** What an error says; with STEPWRIGHT_DEBUG also where it comes from. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (process.env['STEPWRIGHT_DEBUG'] ? error.stack : undefined) ?? error.message;
}
