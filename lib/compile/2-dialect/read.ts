import type { Position, Text } from '../../ir/position.ts';
import type { Source, SourceMap } from '../../ir/source.ts';
import { entryOf } from '../../ir/source.ts';

// Readers of fields that may be missing or ill-typed: that has been told already, and they leave it out.

/** A text as written, with its place. */
export function textOf(map: Source | undefined, key: string): Text | undefined {
  const value = entryOf(map, key)?.value;
  return value?.kind === 'scalar' ? { text: value.text, at: value.at } : undefined;
}

export function textsOf(map: Source | undefined, key: string): Text[] {
  return itemsOf(map, key).flatMap((item) => (item.kind === 'scalar' ? [{ text: item.text, at: item.at }] : []));
}

export function itemsOf(map: Source | undefined, key: string): readonly Source[] {
  const value = entryOf(map, key)?.value;
  return value?.kind === 'list' ? value.items : [];
}

/** The maps of a list with their index in it; what else stands in it has been told. */
export function mapsOf(map: Source | undefined, key: string): (readonly [SourceMap, number])[] {
  return itemsOf(map, key).flatMap((item, index) => (item.kind === 'map' ? [[item, index] as const] : []));
}

export function flagOf(map: Source | undefined, key: string): boolean | undefined {
  const value = entryOf(map, key)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'boolean' ? value.value : undefined;
}

export function numberOf(
  map: Source | undefined,
  key: string,
): { readonly value: number; readonly at: Position } | undefined {
  const value = entryOf(map, key)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'number' ? { value: value.value, at: value.at } : undefined;
}

/** One of the known words. */
export function wordOf<const T extends string>(
  map: Source | undefined,
  key: string,
  words: readonly T[],
): T | undefined {
  const written = textOf(map, key)?.text;
  return words.find((word) => word === written);
}

/** The data itself, as JSON has it. Own keys stay own, whatever their names are. */
export function dataOf(source: Source): unknown {
  if (source.kind === 'scalar') return source.value;
  if (source.kind === 'list') return source.items.map(dataOf);
  const result = {};
  for (const { key, value } of source.entries) {
    Object.defineProperty(result, key, { value: dataOf(value), enumerable: true, writable: true, configurable: true });
  }
  return result;
}
