/** How often a loop may be taken when its label states no limit. */
export const DEFAULT_LOOP_BOUND = 2;

const LIMIT_BEFORE = /(?:max(?:imum)?(?: of)?|up to|at most|limit(?: of)?):? (\d+)/i;
const LIMIT_AFTER = /(\d+) ?(?:x|times|attempts?|tries|retries|rounds?|iterations?|loops?)\b/i;

/** The limit that a label states, if any. Whichever form stands first in the label counts; other numbers mean nothing. */
export function statedLimit(label: string | undefined): number | undefined {
  if (label === undefined) return undefined;
  const found = [LIMIT_BEFORE.exec(label), LIMIT_AFTER.exec(label)].filter((match) => match !== null);
  const first = found.sort((a, b) => a.index - b.index)[0];
  return first === undefined ? undefined : Number(first[1]);
}

/** How often the back edge with this label may be taken in a run. */
export function loopBound(label: string | undefined): number {
  return statedLimit(label) ?? DEFAULT_LOOP_BOUND;
}

/** An edge whose label speaks of recovery grants the node that it enters more attempts. */
export function isRecovery(label: string | undefined): boolean {
  return label !== undefined && /recover/i.test(label);
}

/** Retries that a recovery edge grants: its label's limit, or two. */
export function recoveryRetries(label: string | undefined): number {
  return statedLimit(label) ?? 2;
}

/** On a node with `skip_when`, such an edge is the one that is followed when the node is skipped. */
export function isSkipLabel(label: string | undefined): boolean {
  return label !== undefined && /^skip(?:ped)?(?![\p{L}\p{N}_])/iu.test(label.trim());
}
