import type { GraphEdge } from '../../lib/ir/graph.ts';
import { holds } from '../../lib/ir/predicate.ts';
import { missingInputs, writtenFiles } from './artifacts.ts';
import { decide, defaultLabel, takenWhenSkipped } from './choice.ts';
import { contextOf } from './graph-context.ts';
import type { GraphState } from './graph-state.ts';
import { isLive, isTaken, rememberNode } from './graph-state.ts';
import { rememberStop } from './history.ts';
import { saysRecover, statedLimit } from './labels.ts';
import type { Plan } from './plan.ts';
import type { Reason, Script, Status } from './result.ts';
import { failureOf, outcomeOf } from './result.ts';

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
  | { readonly kind: 'passed'; readonly edges: readonly GraphEdge[]; readonly asks: boolean; readonly label?: string }
  | { readonly kind: 'said failed' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'waits' };

/** Deals with a node that is ready: skips it, or runs its skill as often as its failures allow. */
export function dealWith(id: string, run: GraphRun): void {
  const { plan, state } = run;
  const { node, ways } = plan.nodes.get(id)!;
  if (!isLive(id, plan, state)) return skip(id, 'branch', [], run);
  if (node.guard?.predicate && holds(node.guard.predicate, contextOf(id, plan, state, run.start))) {
    return skip(id, 'skip_when', takenWhenSkipped(ways), run);
  }
  const retries = retriesOf(id, run);
  for (let failures = 0; ;) {
    const attempt = execute(id, run);
    if (attempt.kind === 'waits') return halt(id, 'running', run);
    if (attempt.kind === 'passed')
      return attempt.asks ? ask(id, 'passed', attempt.edges, run) : end(id, 'passed', attempt.edges, run);
    failures += 1;
    const verdict = attempt.kind === 'said failed' && ways.onFailure !== undefined;
    if (verdict || failures > retries) return failed(id, run);
    // Should the run have stopped meanwhile, the node is not tried again.
    rememberNode(id, 'failed', plan, state);
  }
}

function execute(id: string, { plan, state, script }: GraphRun): Attempt {
  const { node, ways } = plan.nodes.get(id)!;
  const now = state.nodes.get(id)!;
  const written = new Map(
    [...state.nodes].filter(([, { status }]) => status === 'passed').map(([key, { files }]) => [key, files]),
  );
  if (missingInputs(node, plan.graph, written).length > 0) return { kind: 'failed' };
  now.runs += 1;
  state.order.push(id);
  const outcome = outcomeOf(script, id, now.runs);
  if (outcome.wait !== undefined) return { kind: 'waits' };
  if (failureOf(outcome, node.timeoutSeconds) !== undefined) {
    return {
      kind:
        outcome.fail !== undefined && outcome.timeout !== true && outcome.error === undefined
          ? 'said failed'
          : 'failed',
    };
  }
  const decision = decide(ways, outcome.label ?? defaultLabel(ways));
  if (decision.kind === 'bad label') return { kind: 'failed' };
  now.files = writtenFiles(node, outcome);
  now.label = decision.label;
  return { kind: 'passed', edges: decision.edges, asks: decision.kind === 'ask' };
}

/** No more attempts: a gate takes its recovery, and any other node stops the run. */
function failed(id: string, run: GraphRun): void {
  const { onFailure } = run.plan.nodes.get(id)!.ways;
  if (!onFailure) return halt(id, 'blocked', run);
  if (run.plan.loops.has(onFailure)) return ask(id, 'failed', [onFailure], run);
  end(id, 'failed', [onFailure], run);
}

/** Asks for back edges; one more than allowed stops the run. */
function ask(id: string, status: Status, asks: readonly GraphEdge[], run: GraphRun): void {
  if (asks.some((edge) => run.state.taken.get(edge)! >= run.plan.loops.get(edge)!.limit))
    return halt(id, 'blocked', run);
  run.state.nodes.get(id)!.asks = asks;
  change(id, status, run);
}

function end(id: string, status: Status, takes: readonly GraphEdge[], run: GraphRun): void {
  run.state.nodes.get(id)!.takes = takes;
  change(id, status, run);
}

function skip(id: string, reason: Reason, takes: readonly GraphEdge[], run: GraphRun): void {
  run.state.nodes.get(id)!.reason = reason;
  end(id, 'skipped', takes, run);
}

function halt(id: string, status: 'blocked' | 'running', run: GraphRun): void {
  change(id, status, run);
  rememberStop(run.state.history, id);
}

function change(id: string, status: Status, { plan, state }: GraphRun): void {
  rememberNode(id, status, plan, state);
  state.nodes.get(id)!.status = status;
}

/** Once, unless a taken edge into the node speaks of recovery: then as often as it says, or twice. */
function retriesOf(id: string, { plan, state }: GraphRun): number {
  const taken = plan.nodes.get(id)!.incoming.filter((edge) => isTaken(edge, state));
  const recovering = [...taken, ...state.nodes.get(id)!.calledBy].filter((edge) => saysRecover(edge.label?.text));
  if (recovering.length === 0) return 1;
  return Math.max(...recovering.map((edge) => statedLimit(edge.label?.text) ?? 2));
}
