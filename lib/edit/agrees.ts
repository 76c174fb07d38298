import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import type { Edited } from './edited.ts';
import { REFUSED } from './edited.ts';
import type { OpenFile } from './open.ts';
import { splice } from './splice.ts';
import type { Splice } from './splice.ts';

const UNKNOWN_STYLE = 'the file is written in a way that cannot be edited here; change it by hand';

/** What a file says, as plain data. */
export function dataOf({ document }: Pick<OpenFile, 'document'>): Record<string, unknown> {
  return document.toJS({ maxAliasCount: 10_000 }) as Record<string, unknown>;
}

/**
 * Makes an edit and reads it back: it must say what was wanted and nothing else. A way of writing that the edit does
 * not know is so refused, and never a file spoilt.
 */
export function applyEdit(file: OpenFile, splices: readonly Splice[], wanted: unknown): Edited {
  const text = splice(file.text, splices);
  return says(text, wanted) ? { kind: 'edited', text } : REFUSED(UNKNOWN_STYLE);
}

function says(text: string, wanted: unknown): boolean {
  const document = parseDocument(text, { version: '1.2', schema: 'core', logLevel: 'silent' });
  try {
    return document.errors.length === 0 && isDeepStrictEqual(dataOf({ document }), wanted);
  } catch {
    // An alias of what has been taken out.
    return false;
  }
}
