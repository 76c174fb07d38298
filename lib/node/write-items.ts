import type { Item, ItemValue, StateStore } from '../store/state-store.ts';
import { HEADER } from './record.ts';

/**
 * Writes all items of a run, in place of those that there are. The header of a new run comes last, so that whoever sees
 * it can rely on the rest; that of another comes first, so that nobody who had the run goes on with it meanwhile.
 * False where somebody else has written in between.
 */
export async function writeItems(
  state: StateStore,
  run: string,
  items: ReadonlyMap<string, ItemValue>,
  existing: ReadonlyMap<string, Item>,
): Promise<boolean> {
  const keys = [...items.keys()].filter((key) => key !== HEADER);
  const order = existing.has(HEADER) ? [HEADER, ...keys] : [...keys, HEADER];
  for (const key of order) {
    if (!(await state.write(run, key, items.get(key)!, existing.get(key)?.rev ?? 0))) return false;
  }
  return true;
}
