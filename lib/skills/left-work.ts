import { setTimeout as wait } from 'node:timers/promises';

const open = new Set<Promise<unknown>>();

/** Seconds that such work may take; what then is still open is not waited for. */
const LIMIT = 10;

/** Registers what a skill still does after its node has ended, such as ending the processes that it had started. */
export function leaveBehind(work: Promise<unknown>): void {
  const settled: Promise<unknown> = work.then(
    () => open.delete(settled),
    () => open.delete(settled),
  );
  open.add(settled);
}

/** Resolves when nothing of that is left. Whoever ends this process waits for it first; it takes seconds at most. */
export async function leftWorkDone(): Promise<void> {
  const until = performance.now() + LIMIT * 1000;
  while (open.size > 0 && performance.now() < until)
    await Promise.race([Promise.all(open), wait(until - performance.now(), undefined, { ref: false })]);
}
