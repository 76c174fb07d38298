import type { ItemValue } from '../store/state-store.ts';
import { failure } from './failures.ts';
import type { Header } from './record.ts';

/**
 * The schema of what is stored of a run, as its header says. It rises when a record can no longer be read by what was
 * published before; the older ones are then brought up to date in `readHeader`. A header without a format is of the
 * first one.
 */
export const RECORD_FORMAT = 1;

/** The record was written by a newer version, and may mean something else than it seems to. */
export const NEWER_RECORD = 'Stepwright.NewerRecord';

/** The header as it was stored. Throws `Stepwright.NewerRecord` where only a newer stepwright knows what it means. */
export function readHeader(value: ItemValue): Header {
  const header = value as unknown as Header;
  const { format = 1 } = header;
  if (format > RECORD_FORMAT) throw failure(NEWER_RECORD, newer(`the record of the run ${header.run}`, format));
  return header;
}

/** Why something that is stored is not read. */
export function newer(what: string, format: number): string {
  return `${what} was written by a newer stepwright (format ${format}; this one reads up to ${RECORD_FORMAT})`;
}
