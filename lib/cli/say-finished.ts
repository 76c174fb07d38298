import { exitCode } from './exit-codes.ts';
import type { Call } from './io.ts';
import { resultJson } from './print-result.ts';
import type { ShownRun } from './print-status.ts';

/** Says that there is nothing to go on with, or to `cancel`: the run has ended. */
export function sayFinished(
  { io, options }: Call<object>,
  { run, state, status }: ShownRun,
  wanted: 'go on with' | 'cancel' = 'go on with',
): number {
  const text = `the run ${run} is ${status}: there is nothing to ${wanted}`;
  if (options.json) io.stdout(resultJson({ state, status, transitions: 0 }, [text]));
  else io.stdout(`${text[0]!.toUpperCase()}${text.slice(1)}.\n`);
  return exitCode.done;
}
