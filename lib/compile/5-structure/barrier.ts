import type { Local } from './local.ts';

/** How many places for a barrier are tried at most, on graphs with many different finishing times. */
const TRIES = 32;

/**
 * Splits a graph that is neither series nor parallel in two: all that is marked runs before all that is not.
 * Tried are the sets of what has finished at some time, if everything starts as early, or as late, as it can; the
 * one that lengthens the critical path least is taken, the more even one among equals.
 */
export function chooseBarrier(local: Local): boolean[] {
  const early = earliestFinish(local);
  const total = Math.max(...early);
  const tail = longestTail(local);
  const late = tail.map((t, v) => total - t + local.lengths[v]!);
  let best: { early: boolean[]; cost: number; evenness: number } | undefined;
  for (const finish of [early, late]) {
    for (const time of sampled(finish)) {
      const set = finish.map((t) => t <= time);
      const count = set.filter(Boolean).length;
      if (count === 0 || count === local.size) continue;
      const cost = longest(local, set, true) + longest(local, set, false);
      const evenness = Math.min(count, local.size - count);
      if (!best || cost < best.cost || (cost === best.cost && evenness > best.evenness))
        best = { early: set, cost, evenness };
    }
  }
  // Everything finishes at one time only when nothing follows anything, which would have been parallel.
  return best?.early ?? early.map((_, v) => v === 0);
}

function sampled(times: readonly number[]): number[] {
  const all = [...new Set(times)].sort((a, b) => a - b);
  if (all.length <= TRIES) return all;
  return Array.from({ length: TRIES }, (_, i) => all[Math.floor(((i + 1) * all.length) / (TRIES + 1))]!);
}

function earliestFinish(local: Local): number[] {
  const start = new Array<number>(local.size).fill(0);
  return local.lengths.map((length, v) => {
    const finish = start[v]! + length;
    for (const next of local.successors[v]!) start[next] = Math.max(start[next]!, finish);
    return finish;
  });
}

/** For each vertex the longest way from its start to the end. */
function longestTail(local: Local): number[] {
  const tail = [...local.lengths];
  for (let v = local.size - 1; v >= 0; v--) {
    for (const next of local.successors[v]!) tail[v] = Math.max(tail[v]!, local.lengths[v]! + tail[next]!);
  }
  return tail;
}

/** The critical path of one side of a split. */
function longest(local: Local, set: readonly boolean[], side: boolean): number {
  const start = new Array<number>(local.size).fill(0);
  let end = 0;
  for (let v = 0; v < local.size; v++) {
    if (set[v] !== side) continue;
    const finish = start[v]! + local.lengths[v]!;
    end = Math.max(end, finish);
    for (const next of local.successors[v]!) if (set[next] === side) start[next] = Math.max(start[next]!, finish);
  }
  return end;
}
