import type { Graph } from '../../lib/ir/graph.ts';
import { startingContext } from './context.ts';
import { giveAnswer } from './graph-answer.ts';
import { nextRegion, takeLoops } from './graph-loops.ts';
import type { GraphRun } from './graph-node.ts';
import { dealWith } from './graph-node.ts';
import { hasEnded, isReady, startState } from './graph-state.ts';
import { stateFrom } from './graph-from.ts';
import { resumedState } from './graph-resume.ts';
import { allowedMoments } from './history.ts';
import { planGraph } from './plan.ts';
import type { ReferenceNode, ReferenceOptions, ReferenceResult, Script } from './result.ts';

/** Runs a workflow of the graph dialect. */
export function runGraph(graph: Graph, script: Script, options: ReferenceOptions): ReferenceResult {
  const plan = planGraph(graph);
  const earlier = options.after ? resumedState(plan, options.after) : startState(plan);
  const state = options.from === undefined ? earlier : stateFrom(options.from, plan, options.after && earlier);
  const run: GraphRun = { plan, state, script, start: startingContext(graph, options.input) };
  if (options.answer) giveAnswer(options.answer.node, options.answer.given, run);
  const ids = options.order ?? [...plan.nodes.keys()];
  let stopped: ReferenceResult | undefined;
  // After a stop the run goes on as far as it can without the blocked node: so far the siblings may have come.
  for (;;) {
    const ready = ids.find((id) => isReady(id, plan, state));
    const region = ready === undefined ? nextRegion(plan, state) : undefined;
    if (ready !== undefined) dealWith(ready, run);
    else if (region) takeLoops(region, plan, state);
    else break;
    if ([...state.nodes.values()].some(({ status }) => status === 'blocked')) stopped ??= resultOf(run);
  }
  return state.history.stoppers.size > 0 ? afterStop(stopped ?? resultOf(run), run) : resultOf(run);
}

function resultOf({ plan, state }: GraphRun): ReferenceResult {
  const nodes = new Map(
    [...state.nodes].map(([id, { status, runs, label, reason }]): [string, ReferenceNode] => [
      id,
      { status, runs, ...(label !== undefined && { label }), ...(reason !== undefined && { reason }) },
    ]),
  );
  const loops = new Map<string, number>();
  for (const [{ from, to }, count] of state.taken)
    loops.set(`${from}→${to}`, (loops.get(`${from}→${to}`) ?? 0) + count);
  return { ...verdict({ plan, state }), nodes, loops, order: [...state.order], stoppers: [] };
}

/** Completed is a run whose nodes all ended and whose final node passed. */
function verdict({ plan, state }: Pick<GraphRun, 'plan' | 'state'>): Pick<ReferenceResult, 'status' | 'exit'> {
  const nodes = [...state.nodes.values()];
  if (nodes.some(({ status }) => status === 'blocked')) return { status: 'failed', exit: 1 };
  if (nodes.some(({ status }) => status === 'running')) return { status: 'paused', exit: 3 };
  const unsettled = [...state.nodes].find(([, node]) => !hasEnded(node) || node.asks.length > 0);
  if (unsettled) throw new Error(`nothing is ready, and ${unsettled[0]} is ${unsettled[1].status}`);
  const passed = state.nodes.get(plan.graph.final!.text)!.status === 'passed';
  return passed ? { status: 'completed', exit: 0 } : { status: 'failed', exit: 1 };
}

function afterStop(stopped: ReferenceResult, { state: { history } }: GraphRun): ReferenceResult {
  const nodes = [...stopped.nodes].map(([id, node]): [string, ReferenceNode] => [
    id,
    { ...node, allowed: allowedMoments(history, id) },
  ]);
  return { ...stopped, nodes: new Map(nodes), stoppers: [...history.stoppers.keys()] };
}
