import type { Graph, GraphNode } from '../../lib/ir/graph.ts';
import { holds } from '../../lib/ir/predicate.ts';
import { cut, startingContext } from './context.ts';
import type { History } from './history.ts';
import { allowedMoments, forgetCause, remember, rememberStop, startHistory } from './history.ts';
import type { ReferenceNode, ReferenceOptions, ReferenceResult, Script, Status } from './result.ts';
import { failureOf, outcomeOf } from './result.ts';
import type { StepState } from './step-state.ts';
import { startingSteps } from './steps-resume.ts';
import type { StepsPlan } from './steps-plan.ts';
import { dependents, planSteps, stepsBefore } from './steps-plan.ts';

interface StepsRun {
  readonly plan: StepsPlan;
  readonly script: Script;
  readonly start: ReadonlyMap<string, string>;
  readonly steps: Map<string, StepState>;
  readonly history: History;
  readonly order: string[];
}

/** Runs a workflow of the steps dialect. */
export function runSteps(graph: Graph, script: Script, options: ReferenceOptions): ReferenceResult {
  const ids = graph.nodes.map((node) => node.id);
  const plan = planSteps(graph);
  const steps = startingSteps(plan, options);
  const run: StepsRun = {
    ...{ plan, script, start: startingContext(graph, options.input) },
    ...{ steps, history: startHistory(steps), order: [] },
  };
  let stopped: ReferenceResult | undefined;
  // After a stop the run goes on as far as it can without what hangs on the failure: so far the others may have come.
  for (;;) {
    const ready = (options.order ?? ids).find((id) => isReady(id, run));
    if (ready === undefined) break;
    dealWith(
      graph.nodes.find((node) => node.id === ready)!,
      run,
    );
    if (run.history.stoppers.size > 0) stopped ??= resultOf(run);
  }
  return stopped ? afterStop(stopped, run) : resultOf(run);
}

function isReady(id: string, { plan, steps }: StepsRun): boolean {
  return (
    steps.get(id)!.status === 'pending' &&
    [...stepsBefore(id, plan)].every((before) => {
      const { status, stopped } = steps.get(before)!;
      return status !== 'pending' && !stopped;
    })
  );
}

function dealWith(step: GraphNode, run: StepsRun): void {
  const before = stepsBefore(step.id, run.plan);
  const now = run.steps.get(step.id)!;
  const context = new Map(run.start);
  for (const { id, outputAs } of run.plan.graph.nodes) {
    const { output } = run.steps.get(id)!;
    if (before.has(id) && outputAs && output !== undefined) context.set(outputAs.text, output);
  }
  if (step.guard?.predicate && !holds(step.guard.predicate, context)) {
    now.reason = 'condition';
    end(step.id, 'skipped', before, run);
    return;
  }
  now.runs += 1;
  run.order.push(step.id);
  const outcome = outcomeOf(run.script, step.id, now.runs);
  const failure = failureOf(outcome, step.timeoutSeconds);
  const output = failure ?? outcome.output;
  if (output !== undefined) now.output = cut(output);
  end(step.id, failure === undefined ? 'passed' : 'failed', before, run);
  if (failure !== undefined) failed(step, run);
}

function failed(step: GraphNode, run: StepsRun): void {
  if (step.onError === 'continue') return;
  const halts = step.onError === 'halt';
  const after = dependents(step.id, run.plan);
  for (const id of after) {
    const dependent = run.steps.get(id)!;
    dependent.stopped ||= halts;
    // Another failure has skipped it already; either of them would.
    if (dependent.status !== 'pending') forgetCause(run.history, id);
    else {
      dependent.reason = 'upstream';
      end(id, 'skipped', [step.id], run);
    }
  }
  if (!halts) return;
  run.steps.get(step.id)!.stopped = true;
  rememberStop(run.history, step.id, after);
}

function end(id: string, status: Status, because: Iterable<string>, run: StepsRun): void {
  const step = run.steps.get(id)!;
  step.status = status;
  remember(run.history, id, { status, runs: step.runs }, because);
}

function resultOf({ plan, steps, order, history }: StepsRun): ReferenceResult {
  const nodes = new Map(
    [...steps].map(([id, { status, runs, reason }]): [string, ReferenceNode] => [
      id,
      { status, runs, ...(reason !== undefined && { reason }) },
    ]),
  );
  const failures = plan.graph.nodes.filter(({ id }) => nodes.get(id)!.status === 'failed');
  const anyCompleted = [...nodes.values()].some(({ status }) => status === 'passed');
  const rest = { nodes, loops: new Map(), order: [...order], stoppers: [] };
  if (failures.length === 0) return { status: 'completed', exit: 0, ...rest };
  if (history.stoppers.size > 0 || !anyCompleted) return { status: 'failed', exit: 1, ...rest };
  return { status: 'partial', exit: failures.every(({ onError }) => onError === 'continue') ? 0 : 1, ...rest };
}

function afterStop(stopped: ReferenceResult, { history }: StepsRun): ReferenceResult {
  const nodes = [...stopped.nodes].map(([id, node]): [string, ReferenceNode] => [
    id,
    { ...node, allowed: allowedMoments(history, id) },
  ]);
  return { ...stopped, nodes: new Map(nodes), stoppers: [...history.stoppers.keys()] };
}
