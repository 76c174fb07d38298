import type { Options } from './check.ts';

/** Different spellings of one term, and the one to keep to. The artifact of `collect-terms` is a list of these. */
export interface Term {
  readonly prefer: string;
  /** Another spelling is put right without asking; else it is only pointed out. */
  readonly repair: boolean;
  /** In the order of the workflow, the preferred one among them. */
  readonly spellings: readonly Spelling[];
}

export interface Spelling {
  readonly text: string;
  readonly count: number;
}

export const TERMS = 'artifacts/terms.json';

/** `terms` among the options of the wording check: the list that `collect-terms` wrote. */
export function termsOption(options: Options): readonly Term[] {
  return (options['terms'] ?? []) as readonly Term[];
}

/**
 * Finds a spelling as a whole word, also in the plural and with a capital at the start of a sentence, unless the
 * spellings of the term differ in their capitals alone.
 */
export function spellingPattern(spelling: string, all: readonly string[]): RegExp {
  const caseMatters = all.some((other) => other !== spelling && other.toLowerCase() === spelling.toLowerCase());
  const first = spelling.slice(0, 1);
  const start = caseMatters ? escape(first) : `(?:${escape(first)}|${escape(first.toUpperCase())})`;
  const rest = spelling.slice(1).split(' ').map(escape).join('\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${start}${rest}(?=s?(?![\\p{L}\\p{N}_-]))`, 'gu');
}

function escape(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}
