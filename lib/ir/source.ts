import type { Position } from './position.ts';

/**
 * The workflow file as data, with what was written and where. Aliases and merge keys are resolved, and a part that
 * several aliases name is one shared object. Entries keep the file's order, and a key such as `__proto__` is like any other.
 */
export type Source = SourceScalar | SourceList | SourceMap;

export interface SourceScalar {
  readonly kind: 'scalar';
  /** As written, without quotes: `007`, `1.10`, `~`; empty when nothing stands there. */
  readonly text: string;
  /** What YAML 1.2 makes of it: 7, 1.1, null. */
  readonly value: string | number | boolean | null;
  /** Where it stands; the place of the key when nothing stands there. */
  readonly at: Position;
}

export interface SourceList {
  readonly kind: 'list';
  readonly items: readonly Source[];
  readonly at: Position;
}

export interface SourceMap {
  readonly kind: 'map';
  readonly entries: readonly SourceEntry[];
  /** Its first key, or its opening brace. */
  readonly at: Position;
}

export interface SourceEntry {
  readonly key: string;
  readonly keyAt: Position;
  readonly value: Source;
}

/** The entry of a key, if that map has it. */
export function entryOf(map: Source | undefined, key: string): SourceEntry | undefined {
  return map?.kind === 'map' ? map.entries.find((entry) => entry.key === key) : undefined;
}

/** A parsed file; its top level is a map. */
export interface ParsedFile {
  readonly root: SourceMap;
}
