/** The longest name that an execution may have. */
const limit = 80;

/**
 * The name of the next execution that works on a run: the run's id, then `<run>_2` and so on, cut where it is too long.
 * `epoch` is that of the record, undefined where there is none yet.
 */
export function nextExecution(run: string, epoch: string | undefined): string {
  if (epoch === undefined) return run;
  const last = Number(/_(\d+)\/\d*$/.exec(epoch)?.[1] ?? 1);
  return executionName(run, `_${last + 1}`);
}

/**
 * A name of the tool's own making: of letters, digits, hyphens and underscores, since the service's logging to
 * CloudWatch knows executions by such names only. Ids of runs may have dots besides.
 */
export function executionName(run: string, end: string): string {
  return `${run.slice(0, limit - end.length).replaceAll('.', '-')}${end}`;
}
