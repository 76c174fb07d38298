import { isScalar, stringify, visit } from 'yaml';
import type { Pair } from 'yaml';
import type { OpenFile } from './open.ts';

export type Quotes = 'QUOTE_DOUBLE' | 'QUOTE_SINGLE' | 'PLAIN';

/** How the file quotes: as the values of this key are written, else as most of its texts. */
export function quotesFor({ document }: OpenFile, key: string): Quotes {
  const counts = { QUOTE_DOUBLE: 0, QUOTE_SINGLE: 0, PLAIN: 0 };
  let same: Quotes | undefined;
  visit(document, {
    Pair(_, pair: Pair) {
      const { key: name, value } = pair;
      if (!isScalar(value) || typeof value.value !== 'string' || !isQuotes(value.type)) return;
      counts[value.type]++;
      if (isScalar(name) && name.value === key) same = value.type;
    },
  });
  if (same !== undefined) return same;
  const most = (Object.entries(counts) as [Quotes, number][]).sort((a, b) => b[1] - a[1])[0]!;
  // Stars, digits and blanks are read better in quotes.
  return most[1] === 0 || (key === 'cron' && most[0] === 'PLAIN') ? 'QUOTE_DOUBLE' : most[0];
}

/** A value as YAML in one line, quoted so where that is possible; in a flow collection quoted where it must be. */
export function scalarText(value: string | boolean, quotes: Quotes, flow: boolean): string {
  if (typeof value === 'boolean') return String(value);
  const line = stringify(value, { version: '1.2', schema: 'core', defaultStringType: quotes, lineWidth: 0 }).trimEnd();
  if (line.includes('\n') || line.startsWith('|') || line.startsWith('>')) return JSON.stringify(value);
  const plain = !/^["']/.test(line);
  return plain && flow && /[[\]{},:#\s]/.test(line) ? JSON.stringify(value) : line;
}

export function isQuotes(type: unknown): type is Quotes {
  return type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE' || type === 'PLAIN';
}
