import { rememberTogether } from './history.ts';
import type { GraphState } from './graph-state.ts';
import type { Plan } from './plan.ts';
import { reachedFrom } from './reach.ts';
import type { Region } from './regions.ts';

/**
 * The region whose loops are taken next, once no node is ready: an innermost one that asks. One with a node that will
 * not end (blocked, or waiting for a person) does not come to that.
 */
export function nextRegion(plan: Plan, state: GraphState): Region | undefined {
  const asking = plan.regions.filter((region) => asksOf(region, plan, state).length > 0);
  return asking.find(
    (region) =>
      !asking.some((inner) => inner !== region && inner.isSubsetOf(region)) &&
      [...region].every((id) => !['blocked', 'running'].includes(state.nodes.get(id)!.status)),
  );
}

/** Takes all back edges of a region that are asked for, together. */
export function takeLoops(region: Region, plan: Plan, state: GraphState): void {
  const asks = asksOf(region, plan, state);
  for (const edge of asks) state.taken.set(edge, state.taken.get(edge)! + 1);
  const inside = plan.edges.forward.filter((edge) => region.has(edge.from) && region.has(edge.to));
  const again = reachedFrom(
    asks.map((edge) => edge.to),
    inside,
  );
  for (const id of again) {
    const calledBy = asks.filter((edge) => edge.to === id);
    Object.assign(state.nodes.get(id)!, { status: 'pending', takes: [], asks: [], calledBy, files: [] });
    Object.assign(state.nodes.get(id)!, { label: undefined, reason: undefined });
  }
  const moments = [...again].map((id) => [id, { status: 'pending', runs: state.nodes.get(id)!.runs }] as const);
  rememberTogether(state.history, new Map(moments), region);
}

function asksOf(region: Region, plan: Plan, state: GraphState) {
  return [...region]
    .flatMap((id) => state.nodes.get(id)!.asks)
    .filter((edge) => plan.loops.get(edge)!.region === region);
}
