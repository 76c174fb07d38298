/**
 * Items of runs, each with a revision. All writes are conditional on the revision that was read, so that a duplicate
 * or a late writer can never overwrite a later truth. What the items mean is no business of the store.
 */
export interface StateStore {
  /** Reads some items of a run at one consistent moment each; keys that do not exist are absent from the result. */
  read(run: string, keys: readonly string[]): Promise<Map<string, Item>>;
  /** All items of a run. */
  readAll(run: string): Promise<Map<string, Item>>;
  /**
   * Writes an item if its revision is still `was` (0: it does not exist); the new revision is `was + 1`.
   * Resolves when the item is safe, to whether it was written.
   */
  write(run: string, key: string, value: ItemValue, was: number): Promise<boolean>;
  /** Ids of the runs that have a header (`HEADER_KEY`), the newest first. */
  runs(limit?: number): Promise<string[]>;
}

/** The item that makes a run one of the list; its field `started` is the time, as ISO text, that orders the list. */
export const HEADER_KEY = '#run';

export interface Item {
  readonly rev: number;
  readonly value: ItemValue;
}

/** Plain JSON. */
export type ItemValue = Readonly<Record<string, unknown>>;
