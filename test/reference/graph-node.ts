import type { GraphEdge } from '../../lib/ir/graph.ts';
import { holds } from '../../lib/ir/predicate.ts';
import { leavesUnwritten, missingInputs, writtenFiles } from './artifacts.ts';
import { decide, defaultLabel, takenWhenSkipped } from './choice.ts';
import { contextOf } from './graph-context.ts';
import type { GraphState } from './graph-state.ts';
import { isLive, isTaken, rememberNode } from './graph-state.ts';
import { rememberStop } from './history.ts';
import { saysRecover, statedLimit } from './labels.ts';
import type { Plan } from './plan.ts';
import type { Reason, Script, Status } from './result.ts';
import { outcomeOf } from './result.ts';

/** Everything that a run needs to know. */
export interface GraphRun {
  readonly plan: Plan;
  readonly state: GraphState;
  readonly script: Script;
  /** What the input and the workflow give to predicates. */
  readonly start: ReadonlyMap<string, string>;
}

/** How one execution of a node went. */
type Attempt =
  | { readonly kind: 'passed'; readonly end: End }
  | { readonly kind: 'said failed' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'waits' };

/** What becomes of a node that is ready. */
export interface End {
  readonly status: Status;
  /** The forward edges that it takes. */
  readonly takes?: readonly GraphEdge[];
  /** The back edges that it asks for. */
  readonly asks?: readonly GraphEdge[];
  readonly reason?: Reason;
}

/** Deals with a node that is ready: skips it, or runs its skill as often as its failures allow. */
export function dealWith(id: string, run: GraphRun): void {
  const { plan, state } = run;
  const end = withinBounds(skipped(id, run) ?? executed(id, run), run);
  const now = state.nodes.get(id)!;
  rememberNode(id, end.status, plan, state);
  Object.assign(now, { status: end.status, takes: end.takes ?? [], asks: end.asks ?? [], reason: end.reason });
  if (end.status === 'blocked' || end.status === 'running') rememberStop(state.history, id);
}

function skipped(id: string, { plan, state, start }: GraphRun): End | undefined {
  const { node, ways } = plan.nodes.get(id)!;
  if (!isLive(id, plan, state)) return { status: 'skipped', reason: 'branch' };
  const predicate = node.guard?.predicate;
  if (!predicate || !holds(predicate, contextOf(id, plan, state, start))) return undefined;
  return { status: 'skipped', reason: 'skip_when', takes: takenWhenSkipped(ways) };
}

function executed(id: string, run: GraphRun): End {
  const { onFailure } = run.plan.nodes.get(id)!.ways;
  const retries = retriesOf(id, run);
  for (let failures = 1; ; failures += 1) {
    const attempt = execute(id, run);
    if (attempt.kind === 'waits') return { status: 'running' };
    if (attempt.kind === 'passed') return attempt.end;
    if ((attempt.kind === 'said failed' && onFailure) || failures > retries) return failed(onFailure, run);
    // Should the run have stopped meanwhile, the node is not tried again.
    rememberNode(id, 'failed', run.plan, run.state);
  }
}

function execute(id: string, { plan, state, script }: GraphRun): Attempt {
  const { node, ways } = plan.nodes.get(id)!;
  const now = state.nodes.get(id)!;
  const passed = [...state.nodes].filter(([, { status }]) => status === 'passed');
  const written = new Map(passed.map(([key, { files }]) => [key, files]));
  if (missingInputs(node, plan.graph, written).length > 0) return { kind: 'failed' };
  now.runs += 1;
  state.order.push(id);
  const outcome = outcomeOf(script, id, now.runs);
  if (outcome.wait !== undefined) return { kind: 'waits' };
  if (outcome.timeout === true || outcome.error !== undefined) return { kind: 'failed' };
  if (outcome.fail !== undefined) return { kind: 'said failed' };
  const decision = decide(ways, outcome.label ?? defaultLabel(ways));
  if (decision.kind === 'bad label' || leavesUnwritten(node, outcome)) return { kind: 'failed' };
  now.files = writtenFiles(node, outcome);
  now.label = decision.label;
  const way = decision.kind === 'ask' ? { asks: decision.edges } : { takes: decision.edges };
  return { kind: 'passed', end: { status: 'passed', ...way } };
}

/** No more attempts: a gate takes its recovery, forward or back, and any other node stops the run. */
export function failed(onFailure: GraphEdge | undefined, { plan }: GraphRun): End {
  if (!onFailure) return { status: 'blocked' };
  return { status: 'failed', [plan.loops.has(onFailure) ? 'asks' : 'takes']: [onFailure] };
}

/** Asking once more than allowed stops the run. */
export function withinBounds(end: End, { plan, state }: GraphRun): End {
  const beyond = end.asks?.some((edge) => state.taken.get(edge)! >= plan.loops.get(edge)!.limit);
  return beyond === true ? { status: 'blocked' } : end;
}

/** Once, unless a taken edge into the node speaks of recovery: then as often as it says, or twice. */
function retriesOf(id: string, { plan, state }: GraphRun): number {
  const taken = plan.nodes.get(id)!.incoming.filter((edge) => isTaken(edge, state));
  const recovering = [...taken, ...state.nodes.get(id)!.calledBy].filter((edge) => saysRecover(edge.label?.text));
  if (recovering.length === 0) return 1;
  return Math.max(...recovering.map((edge) => statedLimit(edge.label?.text) ?? 2));
}
