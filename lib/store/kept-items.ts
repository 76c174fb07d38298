import type { Item, ItemValue } from './state-store.ts';

/**
 * The items of one run in memory. Values are kept as JSON text, so that every reader gets his own copy and precisely
 * what a file or a table would give back.
 */
export type KeptItems = Map<string, KeptItem>;

interface KeptItem {
  readonly rev: number;
  readonly json: string;
}

export function pickItems(kept: KeptItems, keys: readonly string[]): Map<string, Item> {
  const found = new Map<string, Item>();
  for (const key of keys) {
    const item = kept.get(key);
    if (item) found.set(key, toItem(item));
  }
  return found;
}

export function allItems(kept: KeptItems): Map<string, Item> {
  return new Map([...kept].map(([key, item]) => [key, toItem(item)]));
}

/** Keeps the next revision of an item, unless another one than `was` is kept. */
export function keepItem(kept: KeptItems, key: string, json: string, was: number): boolean {
  if ((kept.get(key)?.rev ?? 0) !== was) return false;
  kept.set(key, { rev: was + 1, json });
  return true;
}

function toItem({ rev, json }: KeptItem): Item {
  return { rev, value: JSON.parse(json) as ItemValue };
}
