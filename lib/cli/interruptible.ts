import { exitCode } from './exit-codes.ts';
import type { Io } from './io.ts';

/** Does work that Ctrl-C or SIGTERM cancels; a second one ends the process at once. */
export async function interruptible<T>(io: Io, work: (cancel: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  // Not taken off afterwards: while the last words are being written, a signal must not end the process half-way.
  io.onInterrupt(() => {
    if (abort.signal.aborted) io.exit(exitCode.interrupted);
    io.stderr('\nstopping; once more ends at once\n');
    abort.abort();
  });
  return work(abort.signal);
}
