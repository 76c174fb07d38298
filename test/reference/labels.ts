/** What the text of a label means. Labels are compared after trimming, otherwise exactly. */

/** The number of times that a label allows; undefined where it states none. */
export function statedLimit(label: string | undefined): number | undefined {
  const pattern =
    /(?:max(?:imum)?(?: of)?|up to|at most|limit(?: of)?):? (\d+)|(\d+) ?(?:x|times|attempts?|tries|retries|rounds?|iterations?|loops?)\b/i;
  const match = pattern.exec(label ?? '');
  const digits = match?.[1] ?? match?.[2];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether the label begins with the word "skip" or "skipped". */
export function saysSkip(label: string | undefined): boolean {
  return /^(skip|skipped)\b/i.test((label ?? '').trim());
}

/** Whether the label speaks of recovery. */
export function saysRecover(label: string | undefined): boolean {
  return /recover/i.test(label ?? '');
}
