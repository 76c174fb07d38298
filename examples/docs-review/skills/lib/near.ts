import { distance } from 'fastest-levenshtein';

/**
 * The candidates that a mistyped name may have meant: at most two letters away, and fewer for short names, where
 * everything is near to everything.
 */
export function near(wanted: string, candidates: Iterable<string>): string[] {
  const limit = Math.min(2, Math.floor(wanted.length / 4));
  return [...new Set(candidates)].filter((candidate) => distance(wanted, candidate) <= limit);
}
