import { keepItem } from './kept-items.ts';
import type { KeptItems } from './kept-items.ts';

export interface Replayed {
  readonly items: KeptItems;
  /** Bytes that count; what follows is a line that was torn while being written. */
  readonly length: number;
  /** Whether the last line that counts lacks its line end. */
  readonly unended: boolean;
}

/**
 * Reads a journal: a JSON object `{"key", "rev", "value"}` a line, the first revision of a key being 1. A last line
 * that is not whole was torn by a crash before anybody was told that it is safe, and does not count. Throws, naming
 * the file and the line, when any other line is not one, or does not follow the revision before it. `each` is told of
 * every entry that counts, in order.
 *
 * This is the first format of journals, which does not say so. Any later one begins with a line `{"journal": <format>}`,
 * and is refused for what it is, not as damaged.
 */
export function replay(bytes: Uint8Array, name: string, each?: (entry: Entry) => void): Replayed {
  const items: KeptItems = new Map();
  const text = new TextDecoder();
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf(lineFeed, start);
    const stop = end === -1 ? bytes.length : end;
    const content = text.decode(bytes.subarray(start, stop));
    const entry = parseEntry(content);
    if (line === 1 && !entry) refuseNewer(content, name);
    const isLast = end === -1 || end === bytes.length - 1;
    if (!entry) {
      if (isLast) return { items, length: start, unended: false };
      throw new Error(`${name}: line ${line} is damaged`);
    }
    if (!keepItem(items, entry.key, JSON.stringify(entry.value), entry.rev - 1)) {
      const rev = items.get(entry.key)?.rev ?? 0;
      throw new Error(`${name}: line ${line} has revision ${entry.rev} of '${entry.key}', which follows ${rev}`);
    }
    each?.(entry);
    if (end === -1) return { items, length: bytes.length, unended: true };
    start = end + 1;
  }
  return { items, length: bytes.length, unended: false };
}

export function entryLine(key: string, rev: number, json: string): string {
  return `{"key":${JSON.stringify(key)},"rev":${rev},"value":${json}}\n`;
}

const lineFeed = 0x0a;

/** What one write said. */
export interface Entry {
  readonly key: string;
  readonly rev: number;
  readonly value: object;
}

function refuseNewer(line: string, name: string): void {
  const format = parseObject(line)?.['journal'];
  if (typeof format !== 'number') return;
  throw new Error(`${name} was written by a newer stepwright (format ${format} of journals; this one reads the first)`);
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function parseEntry(line: string): Entry | undefined {
  const entry = parseObject(line);
  if (!entry) return undefined;
  const { key, rev, value } = entry;
  const whole =
    typeof key === 'string' && typeof rev === 'number' && Number.isSafeInteger(rev) && typeof value === 'object';
  return whole && value !== null ? { key, rev, value } : undefined;
}
