import type { PersonAnswer } from './judge-answer.ts';
import type { NodeRecord } from './record.ts';
import type { NodeAnswer } from './visitor.ts';

/** What the machine gets while a node waits for a person; the answer comes later, by the node's token. */
export const WAITING_FOR_PERSON: NodeAnswer = { take: 'waiting-for-person' };

/** Names one wait of a node: another round or another execution of it asks anew, and has another one. */
export function ticketOf({ round, runs, raised, waiting }: NodeRecord): string {
  const again = waiting?.kind === undefined ? [] : [waiting.kind, raised ?? 0];
  return [round, runs, ...again].join('.');
}

/** An answer to a node that waits: a person's, or a program's whose result is judged as a skill's is. */
export type Answer = (PersonAnswer | { readonly result: unknown }) & {
  /** Who gives it, for the record. */
  readonly by?: string;
  /** The wait that it is meant for, as `ticketOf` names it; whichever it is, where this is left out. */
  readonly ticket?: string;
};

/**
 * Why an answer is refused: there is no such run or node, the node does not wait, it has been answered, its time was
 * up, it has been asked anew since, or the answer is none of those that it takes.
 */
export type Refusal = 'unknown' | 'not-waiting' | 'answered' | 'late' | 'outdated' | 'unfit';

export type AnswerResult =
  | { readonly kind: 'accepted'; readonly answer: NodeAnswer }
  /** The answer changes nothing. Where it came too late, what its silence comes to may have been recorded instead. */
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly why: string };
