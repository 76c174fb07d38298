import type { GraphNode } from '../../lib/ir/graph.ts';
import type { Before } from './before.ts';
import { cut } from './context.ts';
import type { ReferenceOptions } from './result.ts';
import { failureOf } from './result.ts';
import type { StepsPlan } from './steps-plan.ts';
import { resolvedOrder } from './steps-plan.ts';
import type { StepState } from './step-state.ts';

/** Where a run begins, goes on, or starts at a step. */
export function startingSteps(plan: StepsPlan, { after, from }: ReferenceOptions): Map<string, StepState> {
  const order = resolvedOrder(plan);
  const before = new Set(from === undefined ? [] : order.slice(0, order.indexOf(from)));
  return new Map(
    plan.graph.nodes.map((step) => {
      if (before.has(step.id)) return [step.id, stepBefore(step, after)];
      const goesOn = after && from === undefined;
      return [step.id, goesOn ? resumedStep(step, after) : { status: 'pending', runs: 0, stopped: false }];
    }),
  );
}

/** A step before the one at which the run starts is not run. What it has put into the context stays there. */
function stepBefore(step: GraphNode, after: Before | undefined): StepState {
  const kept = after && resumedStep(step, after);
  if (kept && kept.status !== 'pending') return kept;
  const output = after?.nodes.get(step.id)!.status === 'failed' ? outputOf(step, after) : undefined;
  return {
    status: 'skipped',
    reason: 'before-start',
    runs: 0,
    stopped: false,
    ...(output !== undefined && { output }),
  };
}

function outputOf(step: GraphNode, { outcomes }: Before): string | undefined {
  const outcome = outcomes.get(step.id) ?? {};
  const output = failureOf(outcome, step.timeoutSeconds) ?? outcome.output;
  return output === undefined ? undefined : cut(output);
}

/** Where a step goes on: what passed, was skipped by its condition, or may fail is kept, and the others run again. */
function resumedStep(step: GraphNode, before: Before): StepState {
  const { status, runs, reason } = before.nodes.get(step.id)!;
  const isKept =
    status === 'passed' ||
    (status === 'skipped' && reason === 'condition') ||
    (status === 'failed' && step.onError === 'continue');
  if (!isKept) return { status: 'pending', runs, stopped: false };
  const output = status === 'skipped' ? undefined : outputOf(step, before);
  return {
    ...{ status, runs, stopped: false },
    ...(reason !== undefined && { reason }),
    ...(output !== undefined && { output }),
  };
}
