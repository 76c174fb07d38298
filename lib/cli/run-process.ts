import { exitCode } from './exit-codes.ts';
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
  const argv = process.argv.slice(2);
  const code = await main(argv, processIo()).catch((error: unknown) => sayFault(argv, error));
  await flush(process.stdout);
  await flush(process.stderr);
  // A skill that did not heed its signal may still be at work, and nobody waits for it.
  process.exit(code);
}

/** Says what nobody foresaw: a fault of the program, or of the machine that it runs on. */
function sayFault(argv: readonly string[], error: unknown): number {
  const text = error instanceof Error ? error.message : String(error);
  if (argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error: text })}\n`);
  else
    process.stderr.write(`error ${process.env['STEPWRIGHT_DEBUG'] && error instanceof Error ? error.stack : text}\n`);
  return exitCode.usage;
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
