/** Does the work for all items, so many at the same time, in their order. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>, atOnce = 6): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
