import { fail } from './conclude.ts';
import { concludeAnswer, once, verdictOn } from './judge-answer.ts';
import type { Waiting } from './record.ts';
import type { NodeAnswer, Visitor } from './visitor.ts';

/**
 * Ends a node that has waited for a person as long as it may: with the answer that its `on_timeout` gives, or as a
 * failure that is not retried. Throws `Stepwright.Blocked` where that failure is not explained by a gate.
 */
export function nobodyAnswered(visitor: Visitor): Promise<NodeAnswer> {
  const { node, deps } = visitor;
  const why = `nobody answered within ${spanText(node.timeoutSeconds)}`;
  const { fail: reason, ...answer } = node.onTimeout ?? { fail: why };
  if (reason !== undefined) return fail(visitor, reason === why ? why : `${reason} (${why})`, once(deps.now()), false);
  const verdict = verdictOn(visitor, answer);
  if (verdict.kind !== 'passed')
    return fail(visitor, `${why}, and on_timeout gives no answer: ${verdict.evidence}`, once(deps.now()), false);
  return concludeAnswer(visitor, { verdict, answer, by: `on_timeout, since ${why}` });
}

/** For how long a wait was to last. */
export function waitedText({ since, until }: Waiting): string {
  return spanText(Math.round((Date.parse(until) - Date.parse(since)) / 1000));
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `7 days`, `90 seconds`: in the largest unit that makes it a whole number. */
export function spanText(seconds: number): string {
  const [unit, size] = units.find(([, one]) => seconds % one === 0) ?? (['second', 1] as const);
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
