import type { State, StateMachine, States, TaskState } from '../asl/definition.ts';
import { argumentOf } from '../asl/variables.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnostic } from '../diagnostics/report.ts';
import type { Analysis } from '../ir/analysis.ts';
import type { WorkflowTable } from '../ir/table.ts';
import type { Tree } from '../ir/tree.ts';
import { loopChoices } from './6-emit/loop-choices.ts';

/** What one execution costs at most, as the service counts it. */
export interface Limits {
  /** Visits by node id: 1, and the bounds of all loops whose regions hold the node. In file order. */
  readonly bounds: ReadonlyMap<string, number>;
  /** States entered: at best without loops and by the shortest branches, at worst without and (in addition) with retries. */
  readonly transitions: { readonly best: number; readonly worst: number; readonly retries: number };
  /** Events in the execution's history at worst: all attempts of every node, without and with retries of the platform. */
  readonly history: { readonly worst: number; readonly withPlatformRetries: number };
  /** Bytes of the definition as JSON. */
  readonly definitionBytes: number;
}

/** The parts of a compiled workflow that its limits follow from. */
export interface Measured {
  readonly analysis: Analysis;
  readonly tree: Tree;
  readonly asl: StateMachine;
  readonly table: WorkflowTable;
}

/** Events of an execution that are safe: the service ends it at 25,000. */
const HISTORY = 24_500;

/** Bytes that the service takes as a definition. */
const DEFINITION = 1_048_576;

/** The length of a function's ARN with its version, which takes the place of a name such as `${RunNode}`. */
const ARN = 140;

export function limitsOf({ analysis, tree, asl, table }: Measured): Limits {
  const tasks = tasksBySlug(asl);
  const taskOf = (node: number) => tasks.get(table.nodes[node]!.slug)!;
  const count = (weights: Weights) => fixed(weights) + atMost(analysis, tree, weights);
  const transitions = (perTask: Weights['task']) =>
    count({ task: perTask, start: 1, choice: 1, parallel: 1, succeed: 1 });
  const history = (retries: (task: TaskState) => number, ofStart: number) =>
    count({
      task: (node) => taskEvents(taskOf(node), retries(taskOf(node))),
      start: 5 + 3 * ofStart,
      choice: 2,
      parallel: 4,
      succeed: 2,
    });
  const worst = transitions(() => 1);
  const once = history(attemptRetries, 0);
  return {
    bounds: boundsOf(analysis),
    transitions: {
      best: 3 + atLeast(table, tree, { task: () => 1, start: 1, choice: 1, parallel: 1, succeed: 1 }),
      worst,
      retries: transitions((node) => 1 + attemptRetries(taskOf(node))) - worst,
    },
    // The execution itself writes two: that it started and that it ended.
    history: { worst: 2 + once, withPlatformRetries: 2 + history(allRetries, platformRetries(tasks)) },
    definitionBytes: Buffer.byteLength(JSON.stringify(asl)),
  };
}

/** What is said of limits that are exceeded: errors where the workflow is to be deployed, else warnings. */
export function limitDiagnostics({ analysis, table }: Measured, limits: Limits, target: 'local' | 'aws'): Diagnostic[] {
  const { dialect } = table;
  const { worst, withPlatformRetries } = limits.history;
  const found: Diagnostic[] = [];
  const deployed = target === 'aws';
  const sum = { dialect, events: worst, limit: HISTORY };
  if (worst > HISTORY)
    found.push(diagnostic(deployed ? 'historyTooLong' : 'historyOnlyLocal', sum, longestLoop(analysis)));
  else if (withPlatformRetries > HISTORY) {
    found.push(diagnostic('historyWithRetries', { ...sum, events: withPlatformRetries }, longestLoop(analysis)));
  }
  const bytes = limits.definitionBytes + ARN * (table.nodes.length + 2);
  if (bytes > DEFINITION) {
    const name = deployed ? 'definitionTooLarge' : 'definitionOnlyLocal';
    found.push(diagnostic(name, { dialect, bytes, limit: DEFINITION }, analysis.graph.name.at));
  }
  return found;
}

/** The loop that may be taken most often, or the workflow's name when there is none. */
function longestLoop({ graph, loops }: Analysis) {
  const [longest] = [...loops].sort((a, b) => b.bound - a.bound);
  if (!longest) return graph.name.at;
  const edge = graph.edges[longest.edge]!;
  return edge.label?.at ?? edge.at;
}

/** What one entry of a state counts. */
interface Weights {
  readonly task: (node: number) => number;
  /** Also of the Task that closes the run. */
  readonly start: number;
  readonly choice: number;
  readonly parallel: number;
  readonly succeed: number;
}

/** The start, the Choice behind it, and the close. */
function fixed({ start, choice }: Weights): number {
  return 2 * start + choice;
}

/** `per` for each time that a part is entered, and `extra` once in a run: what its loops may add. */
interface Cost {
  readonly per: number;
  readonly extra: number;
}

function atMost(analysis: Analysis, root: Tree, weights: Weights): number {
  const { per, extra } = costOf(root, false);
  return per + extra;

  function costOf(tree: Tree, looped: boolean): Cost {
    switch (tree.kind) {
      case 'node':
        return { per: weights.task(tree.node), extra: 0 };
      case 'sequence':
        return sum(tree.items.map((item) => costOf(item, looped)));
      case 'parallel': {
        const ends = tree.branches.filter(endsInChoice).length * weights.succeed;
        return sum([
          { per: weights.parallel + ends, extra: 0 },
          ...tree.branches.map((branch) => costOf(branch, looped)),
        ]);
      }
      case 'choice':
        return sum([
          { per: weights.choice, extra: 0 },
          dearest(
            tree.arms.map((arm) => costOf(arm.body, looped)),
            looped,
          ),
        ]);
      case 'region': {
        const { loops } = analysis.regions[tree.region]!;
        const rounds = loops.reduce((total, loop) => total + analysis.loops[loop]!.bound, 0);
        const choices = loops.length === 1 ? 1 : loopChoices(analysis, tree, { kind: 'open' }).length;
        const body = sum([costOf(tree.body, true), { per: choices * weights.choice, extra: 0 }]);
        return { per: body.per, extra: body.extra + rounds * body.per };
      }
    }
  }
}

/** One arm is taken each time; in a loop it may be another one, so that what the arms add once may come together. */
function dearest(arms: readonly Cost[], looped: boolean): Cost {
  if (looped) return { per: Math.max(...arms.map(({ per }) => per)), extra: sum(arms).extra };
  return arms.reduce((most, arm) => (arm.per + arm.extra > most.per + most.extra ? arm : most));
}

function sum(costs: readonly Cost[]): Cost {
  return costs.reduce((total, { per, extra }) => ({ per: total.per + per, extra: total.extra + extra }), {
    per: 0,
    extra: 0,
  });
}

/** A Choice cannot end a branch: a Succeed follows it. */
function endsInChoice(tree: Tree): boolean {
  switch (tree.kind) {
    case 'node':
    case 'parallel':
      return false;
    case 'sequence':
      return endsInChoice(tree.items.at(-1)!);
    case 'choice':
    case 'region':
      // Behind a region stands the Choice that may go back.
      return true;
  }
}

/** By the shortest way: no loop, and of each choice the cheapest arm, or none where one may fall through. */
function atLeast(table: WorkflowTable, tree: Tree, weights: Weights): number {
  const { task, choice, parallel, succeed } = weights;
  switch (tree.kind) {
    case 'node':
      return task(tree.node);
    case 'sequence':
      return tree.items.reduce((total, item) => total + atLeast(table, item, weights), 0);
    case 'parallel':
      return tree.branches.reduce(
        (total, branch) => total + atLeast(table, branch, weights) + (endsInChoice(branch) ? succeed : 0),
        parallel,
      );
    case 'choice': {
      const arms = new Set(tree.arms.flatMap((arm) => arm.outcomes));
      const past = table.nodes[tree.router]!.outcomes.some(({ slug, asks }) => asks === undefined && !arms.has(slug));
      return choice + Math.min(...tree.arms.map((arm) => atLeast(table, arm.body, weights)), ...(past ? [0] : []));
    }
    case 'region':
      return choice + atLeast(table, tree.body, weights);
  }
}

/**
 * What the visits of nodes sum up to in a run: at best and at worst as the transitions do, and at worst when every
 * attempt that a node has fails but the last. `perVisit` is what a visit of a node (its index) counts.
 */
export function sumOfVisits(
  { analysis, tree, asl, table }: Measured,
  perVisit: (node: number) => number,
): { readonly best: number; readonly worst: number; readonly retried: number } {
  const tasks = tasksBySlug(asl);
  const weights = (task: Weights['task']): Weights => ({ task, start: 0, choice: 0, parallel: 0, succeed: 0 });
  const attempts = (node: number) => 1 + attemptRetries(tasks.get(table.nodes[node]!.slug)!);
  return {
    best: atLeast(table, tree, weights(perVisit)),
    worst: atMost(analysis, tree, weights(perVisit)),
    retried: atMost(
      analysis,
      tree,
      weights((node) => attempts(node) * perVisit(node)),
    ),
  };
}

function boundsOf({ graph, loops, regions }: Analysis): Map<string, number> {
  const bounds = graph.nodes.map(() => 1);
  for (const { bound, region } of loops) for (const node of regions[region]!.nodes) bounds[node]! += bound;
  return new Map(graph.nodes.map(({ id }, i) => [id, bounds[i]!]));
}

/** Entering and leaving, and for each invocation that it was scheduled, started and ended; a token wait is submitted too. */
function taskEvents({ Resource }: TaskState, retries: number): number {
  return 2 + (Resource.endsWith('.waitForTaskToken') ? 4 : 3) * (1 + retries);
}

/** Retries of a node's own failures; the last that the machine allows only records that the handler died. */
function attemptRetries({ Retry = [] }: TaskState): number {
  const all = Retry.find(({ ErrorEquals }) => ErrorEquals.includes('States.ALL'))?.MaxAttempts ?? 1;
  return all - 1;
}

function allRetries({ Retry = [] }: TaskState): number {
  return Retry.reduce((total, { MaxAttempts = 3 }) => total + MaxAttempts, 0);
}

/** The most that any Task is retried for the platform's sake: as much as those of start and close. */
function platformRetries(tasks: ReadonlyMap<string, TaskState>): number {
  return Math.max(0, ...[...tasks.values()].map((task) => allRetries(task) - attemptRetries(task)));
}

function tasksBySlug(asl: StateMachine): Map<string, TaskState> {
  const found = new Map<string, TaskState>();
  const visit = ({ States }: States): void => Object.values(States).forEach(visitState);
  const visitState = (state: State): void => {
    if (state.Type === 'Parallel') state.Branches.forEach(visit);
    if (state.Type !== 'Task') return;
    const node = argumentOf(state, 'node');
    if (typeof node === 'string') found.set(node, state);
  };
  visit(asl);
  return found;
}
