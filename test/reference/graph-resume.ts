import type { GraphEdge } from '../../lib/ir/graph.ts';
import { writtenFiles } from './artifacts.ts';
import type { Before, StoodNode } from './before.ts';
import { decide, takenWhenSkipped } from './choice.ts';
import type { GraphState, NodeState } from './graph-state.ts';
import { rememberStop, startHistory } from './history.ts';
import type { Plan, PlannedNode } from './plan.ts';
import { reachedFrom } from './reach.ts';

/**
 * Where a run of the graph dialect goes on. What passed, was skipped, or failed with its recovery taken is kept, a node
 * that waits goes on waiting, and the others are as if they had not been tried. Loop counts go on.
 */
export function resumedState(plan: Plan, before: Before): GraphState {
  const nodes = new Map(
    [...plan.nodes].map(([id, planned]) => [id, resumedNode(planned, before.nodes.get(id)!, plan, before)]),
  );
  const taken = new Map(plan.edges.back.map((edge) => [edge, ofLoop(edge, before.loops, plan)]));
  const state: GraphState = { nodes, taken, history: startHistory(nodes), order: [] };
  for (const [id, { status }] of nodes) if (status === 'running') rememberStop(state.history, id);
  return state;
}

function resumedNode(planned: PlannedNode, stood: StoodNode, plan: Plan, before: Before): NodeState {
  const { node } = planned;
  const { runs, label, reason } = stood;
  const base = { runs, takes: [], asks: [], calledBy: callersOf(node.id, plan, before), files: [] };
  switch (stood.status) {
    case 'passed': {
      const files = writtenFiles(node, before.outcomes.get(node.id) ?? {});
      return { ...base, status: 'passed', label, files, ...wayOf(planned, stood, plan) };
    }
    case 'skipped':
      return { ...base, status: 'skipped', reason, ...wayOf(planned, stood, plan) };
    case 'failed':
      if (!stood.recovered) return { ...base, status: 'pending' };
      return { ...base, status: 'failed', ...wayOf(planned, stood, plan) };
    case 'running':
      return { ...base, status: 'running' };
    case 'pending':
    case 'blocked':
      return { ...base, status: 'pending' };
  }
}

/** A loop that has been asked for is still to be taken: taking it would have made its source pending. */
function wayOf(
  { ways }: PlannedNode,
  { status, label, reason }: StoodNode,
  plan: Plan,
): Partial<Pick<NodeState, 'takes' | 'asks'>> {
  if (status === 'skipped') return { takes: reason === 'skip_when' ? takenWhenSkipped(ways) : [] };
  if (status === 'failed') return { [plan.loops.has(ways.onFailure!) ? 'asks' : 'takes']: [ways.onFailure!] };
  const decision = decide(ways, label);
  if (decision.kind === 'bad label') throw new Error(`a node that passed ${decision.message}`);
  return decision.kind === 'ask' ? { asks: decision.edges } : { takes: decision.edges };
}

/** The back edges into a node that caused its latest reset; none if others did. */
function callersOf(id: string, plan: Plan, { turns }: Before): GraphEdge[] {
  const resetting = plan.edges.back.filter((edge) => {
    const { region } = plan.loops.get(edge)!;
    const inside = plan.edges.forward.filter(({ from, to }) => region.has(from) && region.has(to));
    return ofLoop(edge, turns, plan) > 0 && reachedFrom([edge.to], inside).has(id);
  });
  const latest = Math.max(0, ...resetting.map((edge) => ofLoop(edge, turns, plan)));
  return resetting.filter((edge) => edge.to === id && ofLoop(edge, turns, plan) === latest);
}

function ofLoop(edge: GraphEdge, numbers: ReadonlyMap<string, number>, plan: Plan): number {
  const ends = `${edge.from}→${edge.to}`;
  const alone = plan.edges.back.filter(({ from, to }) => from === edge.from && to === edge.to).length === 1;
  const own = [...numbers].find(([key]) =>
    alone ? key.replace(/ \(.*\)$/, '') === ends : key === `${ends} (${edge.label?.text.trim() ?? ''})`,
  );
  return own?.[1] ?? 0;
}
