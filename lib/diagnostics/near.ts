import { distance } from 'fastest-levenshtein';

/** Names compared for one file at most, so that a large file full of wrong names still costs little. */
const COMPARED = 200_000;

/** Suggests near names until too many have been compared; then it has none to suggest. */
export function suggester(): typeof nearest {
  let left = COMPARED;
  return (name, known) => {
    if (left <= 0) return undefined;
    const names = [...known];
    left -= names.length;
    return nearest(name, names);
  };
}

/**
 * The known name that the writer may have meant, if one is near: the same but for case and separators, a longer
 * form of it, or one of which two characters in five differ at most.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = plain(name);
  if (wanted === '') return undefined;
  let best: { name: string; score: number } | undefined;
  for (const candidate of known) {
    if (candidate === name) continue;
    const score = scoreOf(wanted, plain(candidate));
    if (score !== undefined && (best === undefined || score < best.score)) best = { name: candidate, score };
  }
  return best?.name;
}

/** Lower is nearer; undefined is not near. */
function scoreOf(wanted: string, candidate: string): number | undefined {
  if (wanted === candidate) return 0;
  const longer = Math.max(wanted.length, candidate.length);
  const allowed = Math.min(longer - 1, Math.max(1, Math.floor(longer * 0.4)));
  if (Math.abs(wanted.length - candidate.length) <= allowed) {
    const steps = distance(wanted, candidate);
    if (steps <= allowed) return steps;
  }
  const longEnough = Math.min(wanted.length, candidate.length) >= 4;
  return longEnough && (candidate.startsWith(wanted) || wanted.startsWith(candidate)) ? 100 : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}
