import { gunzipSync, gzipSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { STARTS } from './run-id.ts';
import { HEADER_KEY } from './state-store.ts';
import type { Item, ItemValue } from './state-store.ts';

export type Attributes = Record<string, AttributeValue>;

/** The attribute that tells the table when an item may be deleted, in seconds since 1970. */
export const EXPIRES = 'expires';

/** Bytes of JSON from which an item is compressed: the service takes 400 KB an item, names and keys included. */
const compressFrom = 300_000;
const limit = 390_000;

/**
 * An item of the table. The value is JSON text, so that every number and every text stays as it is and a person can
 * read it in the console; a large one is compressed. `write` marks the writer. The header of a run also has what the
 * index of runs wants; of what starts have claimed, the table forgets in its own time what has a field `expires`.
 * Throws when the value is too large for the table even so.
 */
export function toAttributes(run: string, key: string, { rev, value }: Item, write: string): Attributes {
  const started = key === HEADER_KEY ? value['started'] : undefined;
  const expires = run === STARTS ? value['expires'] : undefined;
  return {
    ...keyAttributes(run, key),
    rev: { N: String(rev) },
    write: { S: write },
    ...valueAttributes(JSON.stringify(value), `'${key}' of the run ${run}`),
    ...(typeof started === 'string' && started !== '' ? { listed: { S: 'run' }, started: { S: started } } : {}),
    ...(typeof expires === 'number' ? { [EXPIRES]: { N: String(expires) } } : {}),
  };
}

export function keyAttributes(run: string, key: string): Attributes {
  return { run: { S: run }, item: { S: encodeKey(key) } };
}

export function keyOf(attributes: Attributes): string {
  return decodeKey(attributes['item']!.S!);
}

export function toItem(attributes: Attributes): Item {
  const packed = attributes['gzip']?.B;
  const json = packed ? gunzipSync(packed).toString() : attributes['value']!.S!;
  return { rev: Number(attributes['rev']!.N), value: JSON.parse(json) as ItemValue };
}

function valueAttributes(json: string, what: string): Attributes {
  if (Buffer.byteLength(json) < compressFrom) return { value: { S: json } };
  const packed = gzipSync(json);
  if (packed.length <= limit) return { gzip: { B: packed } };
  const size = Math.ceil(packed.length / 1000);
  throw new Error(`${what} is too large to be recorded: ${size} KB compressed, and at most ${limit / 1000} KB fit`);
}

/** The service wants no empty key: keys made of dots only, and the empty one, get one more dot. */
function encodeKey(key: string): string {
  return /^\.*$/.test(key) ? `${key}.` : key;
}

function decodeKey(item: string): string {
  return /^\.+$/.test(item) ? item.slice(1) : item;
}
