/** The longest name that an execution may have. */
const limit = 80;

/**
 * The name of the next execution that works on a run: the run's id, then `<run>.2` and so on, cut where it is too long.
 * `epoch` is that of the record, undefined where there is none yet.
 */
export function nextExecution(run: string, epoch: string | undefined): string {
  if (epoch === undefined) return run;
  const last = Number(/\.(\d+)\/\d*$/.exec(epoch)?.[1] ?? 1);
  const end = `.${last + 1}`;
  return `${run.slice(0, limit - end.length)}${end}`;
}
