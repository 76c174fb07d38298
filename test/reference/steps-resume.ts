import type { GraphNode } from '../../lib/ir/graph.ts';
import type { Before } from './before.ts';
import { cut } from './context.ts';
import { failureOf } from './result.ts';
import type { StepState } from './steps-run.ts';

/** Where a step goes on: what passed, was skipped by its condition, or may fail is kept, and the others run again. */
export function resumedStep(step: GraphNode, { nodes, outcomes }: Before): StepState {
  const { status, runs, reason } = nodes.get(step.id)!;
  const isKept =
    status === 'passed' ||
    (status === 'skipped' && reason === 'condition') ||
    (status === 'failed' && step.onError === 'continue');
  if (!isKept) return { status: 'pending', runs, stopped: false };
  const outcome = status === 'skipped' ? {} : (outcomes.get(step.id) ?? {});
  const output = failureOf(outcome, step.timeoutSeconds) ?? outcome.output;
  return {
    ...{ status, runs, stopped: false },
    ...(reason !== undefined && { reason }),
    ...(output !== undefined && { output: cut(output) }),
  };
}
