import type { GraphState } from './graph-state.ts';
import { startState } from './graph-state.ts';
import { startHistory } from './history.ts';
import type { Plan } from './plan.ts';
import { reachedFrom } from './reach.ts';

/**
 * Where a run that starts at a node begins: the node and all it reaches by forward edges run afresh, and so do the
 * counts of the back edges out of them. The others are as the earlier run left them; without one they count as skipped,
 * and their edges into the part that runs as taken.
 */
export function stateFrom(start: string, plan: Plan, earlier: GraphState | undefined): GraphState {
  const part = reachedFrom([start], plan.edges.forward);
  const state = startState(plan);
  for (const [id, node] of state.nodes) {
    if (part.has(id)) continue;
    const takes = plan.edges.forward.filter((edge) => edge.from === id && part.has(edge.to));
    Object.assign(node, earlier?.nodes.get(id) ?? { status: 'skipped', reason: 'before-start', takes });
  }
  for (const edge of state.taken.keys()) {
    if (!part.has(edge.from)) state.taken.set(edge, earlier?.taken.get(edge) ?? 0);
  }
  return { ...state, history: startHistory(state.nodes) };
}
