import { allItems, keepItem, pickItems } from './kept-items.ts';
import type { KeptItems } from './kept-items.ts';
import { requirePartition } from './run-id.ts';
import { HEADER_KEY } from './state-store.ts';
import type { StateStore } from './state-store.ts';

/** Runs in memory only. */
export function memoryState(): StateStore {
  const runs = new Map<string, KeptItems>();
  const itemsOf = (run: string): KeptItems => runs.get(run) ?? (new Map() as KeptItems);
  return {
    read: (run, keys) => Promise.resolve(pickItems(itemsOf(run), keys)),
    readAll: (run) => Promise.resolve(allItems(itemsOf(run))),
    // eslint-disable-next-line @typescript-eslint/require-await -- what is wrong is to reject, as in the other stores
    async write(run, key, value, was) {
      requirePartition(run);
      const items = itemsOf(run);
      runs.set(run, items);
      return keepItem(items, key, JSON.stringify(value), was);
    },
    runs(limit) {
      const started = [...runs].filter(([, items]) => items.has(HEADER_KEY)).map(([run]) => run);
      return Promise.resolve(started.sort().reverse().slice(0, limit));
    },
  };
}
