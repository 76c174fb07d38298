import { keyOf } from './context.ts';
import type { GraphState } from './graph-state.ts';
import type { Plan } from './plan.ts';

/** What the `skip_when` of a node sees: the run's context, and status and label of every node before it. */
export function contextOf(
  id: string,
  plan: Plan,
  state: GraphState,
  start: ReadonlyMap<string, string>,
): Map<string, string> {
  const context = new Map(start);
  for (const ancestor of plan.nodes.get(id)!.ancestors) {
    const { status, label } = state.nodes.get(ancestor)!;
    context.set(`${keyOf(ancestor)}_status`, status);
    context.set(`${keyOf(ancestor)}_label`, label ?? '');
  }
  return context;
}
