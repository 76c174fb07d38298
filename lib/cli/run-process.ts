import { exitCode } from './exit-codes.ts';
import type { Io } from './io.ts';
import { main } from './main.ts';
import { processIo } from './process-io.ts';

/** The command line as a process: ends it with the exit code of the verb. */
export async function runProcess(): Promise<never> {
  // Whoever reads our output may stop reading, as `head` does.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
  // A promise that a skill has left behind must not end the run of all the others.
  process.on('unhandledRejection', (reason) => {
    process.stderr.write(`warning an error was left unhandled: ${textOf(reason)}\n`);
  });
  const argv = process.argv.slice(2);
  const json = argv.includes('--json');
  const io = processIo(json);
  const code = await main(argv, io).catch((error: unknown) => sayFault(io, json, error));
  await io.flush();
  // A skill that did not heed its signal may still be at work, and nobody waits for it.
  process.exit(code);
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
