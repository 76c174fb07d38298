import type { GraphEdge } from '../../lib/ir/graph.ts';
import type { History } from './history.ts';
import { remember, startHistory } from './history.ts';
import type { Plan } from './plan.ts';
import type { Region } from './regions.ts';
import type { Reason, Status } from './result.ts';

/** Where a run of the graph dialect stands. */
export interface GraphState {
  readonly nodes: Map<string, NodeState>;
  /** How often each back edge was taken. */
  readonly taken: Map<GraphEdge, number>;
  readonly history: History;
  /** Ids in the order in which their skills ran. */
  readonly order: string[];
}

export interface NodeState {
  status: Status;
  /** Executions of its skill, over all rounds. */
  runs: number;
  label?: string | undefined;
  reason?: Reason | undefined;
  /** Once it has ended: the forward edges that it takes. The others are dead. */
  takes: readonly GraphEdge[];
  /** Back edges that it asks for; its other edges are undecided as long as it does. */
  asks: readonly GraphEdge[];
  /** The back edges into it that caused its latest reset. */
  calledBy: readonly GraphEdge[];
  /** The files that it left in the current round. */
  files: readonly string[];
}

export function startState(plan: Plan): GraphState {
  const fresh = (): NodeState => ({ status: 'pending', runs: 0, takes: [], asks: [], calledBy: [], files: [] });
  const nodes = new Map([...plan.nodes.keys()].map((id) => [id, fresh()]));
  return {
    nodes,
    taken: new Map(plan.edges.back.map((edge) => [edge, 0])),
    history: startHistory(nodes),
    order: [],
  };
}

/** A node has ended when it passed, was skipped, or failed with its recovery taken. */
export function hasEnded({ status }: NodeState): boolean {
  return status === 'passed' || status === 'skipped' || status === 'failed';
}

/** Every node of the region has ended, and none asks for a loop. */
function hasSettled(region: Region, state: GraphState): boolean {
  return [...region].every((id) => hasEnded(state.nodes.get(id)!) && state.nodes.get(id)!.asks.length === 0);
}

/** Whether it is known if a forward edge is taken: its source has ended, and every region that it leaves has settled. */
export function isDecided(edge: GraphEdge, plan: Plan, state: GraphState): boolean {
  const source = state.nodes.get(edge.from)!;
  const left = plan.regions.filter((region) => region.has(edge.from) && !region.has(edge.to));
  return hasEnded(source) && source.asks.length === 0 && left.every((region) => hasSettled(region, state));
}

export function isTaken(edge: GraphEdge, state: GraphState): boolean {
  return state.nodes.get(edge.from)!.takes.includes(edge);
}

/** The edges that must be decided before a node starts: those into it, and those into the regions that hold it. */
export function awaitedEdges(id: string, plan: Plan): GraphEdge[] {
  const around = plan.regions.filter((region) => region.has(id));
  return plan.edges.forward.filter(
    (edge) => edge.to === id || around.some((region) => region.has(edge.to) && !region.has(edge.from)),
  );
}

export function isReady(id: string, plan: Plan, state: GraphState): boolean {
  return (
    state.nodes.get(id)!.status === 'pending' && awaitedEdges(id, plan).every((edge) => isDecided(edge, plan, state))
  );
}

export function isLive(id: string, plan: Plan, state: GraphState): boolean {
  const { incoming, enlivening } = plan.nodes.get(id)!;
  const called = state.nodes.get(id)!.calledBy.length > 0;
  return called || incoming.length === 0 || enlivening.some((edge) => isTaken(edge, state));
}

/** Writes a change of a node into the history, after everything that its start had to wait for. */
export function rememberNode(id: string, status: Status, plan: Plan, state: GraphState): void {
  const awaited = awaitedEdges(id, plan);
  const left = plan.regions.filter((region) => awaited.some((edge) => region.has(edge.from) && !region.has(edge.to)));
  const because = [...awaited.map((edge) => edge.from), ...left.flatMap((region) => [...region])];
  remember(state.history, id, { status, runs: state.nodes.get(id)!.runs }, because);
}
