import { isRecovery, recoveryRetries } from '../ir/label.ts';
import type { NodeEntry } from '../ir/table.ts';
import { enteringLabels } from './liveness.ts';
import type { NodeRecord } from './record.ts';
import type { View } from './view.ts';

/**
 * How often the node may be attempted: once, and its retries; a node entered through an edge whose label speaks of
 * recovery is retried up to that label's limit, or twice (the largest wins; semantics: failure).
 */
export function allowedAttempts(view: View, node: NodeEntry): number {
  const granted = enteringLabels(view, node).filter(isRecovery).map(recoveryRetries);
  return 1 + Math.max(node.retries, ...granted);
}

export type NextAttempt =
  | {
      readonly kind: 'attempt';
      readonly attempt: number;
      /** However many are allowed, this many are. */ readonly atLeast: number;
    }
  /** The handler of the last attempt died, and all that is left is to record it. */
  | { readonly kind: 'used-up'; readonly attempt: number; readonly evidence: string };

/**
 * Attempts are counted in the record, by epoch. `running` is an attempt whose handler died; from an earlier epoch it
 * counts too, but the node is then run at least once more. Other failures of an earlier epoch are forgotten.
 */
export function nextAttempt(record: NodeRecord | undefined, epoch: string, allowed: number): NextAttempt {
  if (!record) return { kind: 'attempt', attempt: 1, atLeast: 1 };
  const same = record.epoch === epoch;
  // Pending is what was interrupted: the attempt that it was counts for nothing, those before it do.
  if (record.status === 'pending') return { kind: 'attempt', attempt: same ? record.attempt + 1 : 1, atLeast: 1 };
  // The run that it has started waits for a person: this visit looks how that stands, and is no other attempt.
  if (record.waiting?.kind === 'child-run')
    return { kind: 'attempt', attempt: record.attempt, atLeast: record.attempt };
  if (record.status === 'running') {
    const attempt = record.attempt + 1;
    if (same && record.attempt >= allowed) {
      return { kind: 'used-up', attempt: record.attempt, evidence: 'the handler ended without recording a result' };
    }
    return { kind: 'attempt', attempt, atLeast: attempt };
  }
  return { kind: 'attempt', attempt: same && record.status === 'failed' ? record.attempt + 1 : 1, atLeast: 1 };
}
