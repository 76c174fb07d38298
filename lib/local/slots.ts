/** Runs a piece of work when a slot is free; the one that has waited longest comes first. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `count` pieces of work at a time. */
export function slots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
