import type { Follow, State, States } from '../../asl/definition.ts';
import type { Analysis } from '../../ir/analysis.ts';
import type { Shape } from '../../ir/shape.ts';
import type { RegionTree } from '../../ir/shape.ts';
import { inputsOf, pathTo, questionOf, regionInputs, regionItems } from '../../ir/shape.ts';
import { regionName } from '../../ir/table.ts';
import type { Tree } from '../../ir/tree.ts';
import { armRule, choiceState, loopRule } from './choice.ts';
import { loopChoices } from './loop-choices.ts';
import type { Names } from './names.ts';
import { nodeTask } from './task.ts';

/** What emitting a part of the tree needs; `states` is the machine or the branch that it is written into. */
export interface Emitter {
  readonly analysis: Analysis;
  readonly names: Names;
  readonly slugs: readonly string[];
  readonly states: Map<string, State>;
  /** The Succeed that ends this branch, where a Choice needs one; the top level has `close` instead. */
  readonly branchEnd: string | undefined;
}

/** Where a part goes when it is done: a state, or the end of its branch. */
type Next = string | undefined;

/** Writes the states of a tree and returns the name of the one that it is entered by. */
export function emitTree(emitter: Emitter, tree: Tree, next: Next, input: Shape): string {
  switch (tree.kind) {
    case 'node':
      return put(
        emitter,
        emitter.names.nodes[tree.node]!,
        nodeTask(emitter.analysis, tree.node, emitter.slugs[tree.node]!, follow(next)),
      );
    case 'sequence':
      return emitSequence(emitter, tree.items, next, input);
    case 'parallel':
      return emitParallel(emitter, tree, next, input);
    case 'choice':
      return emitChoice(emitter, tree, next, input);
    case 'region':
      return emitRegion(emitter, tree, next, input);
  }
}

/** From the last item to the first, since each names the next. */
function emitSequence(emitter: Emitter, items: readonly Tree[], next: Next, input: Shape): string {
  const inputs = inputsOf(items, input);
  return items.reduceRight<Next>((after, item, i) => emitTree(emitter, item, after, inputs[i]!), next)!;
}

function emitParallel(emitter: Emitter, tree: Extract<Tree, { kind: 'parallel' }>, next: Next, input: Shape): string {
  const { names } = emitter;
  const branches = tree.branches.map((branch) => emitBranch(emitter, branch, input, names.branchEnd(branch)));
  return put(emitter, names.parallel(tree), { Type: 'Parallel', Branches: branches, ...follow(next) });
}

function emitBranch(emitter: Emitter, branch: Tree, input: Shape, branchEnd: string): States {
  const states = new Map<string, State>();
  const start = emitTree({ ...emitter, states, branchEnd }, branch, undefined, input);
  return finished(start, states);
}

function emitChoice(emitter: Emitter, tree: Extract<Tree, { kind: 'choice' }>, next: Next, input: Shape): string {
  const slugs = (node: number) => emitter.analysis.outcomes[node]!.outcomes.map((outcome) => outcome.slug);
  const path = pathTo(input, questionOf(tree, slugs))!;
  const rules = tree.arms.map((arm) =>
    armRule(emitter.analysis, tree.router, arm, path, emitTree(emitter, arm.body, next, input)),
  );
  const router = emitter.analysis.graph.nodes[tree.router]!.id;
  return putChoice(emitter, emitter.names.choice(tree), `which way ${router} takes`, rules, next);
}

function emitRegion(emitter: Emitter, tree: RegionTree, next: Next, input: Shape): string {
  const items = regionItems(tree);
  const inputs = regionInputs(tree, input);
  const entries = items.map((item) => entryOf(emitter.names, item));
  const choices = new Map(loopChoices(emitter.analysis, tree, input).map((choice) => [choice.behind, choice]));
  const apply = regionName(tree.region);
  return items.reduceRight<Next>((after, item, i) => {
    const choice = choices.get(i);
    if (!choice) return emitTree(emitter, item, after, inputs[i]!);
    const rules = choice.backs.map((back) => loopRule(emitter.analysis, back, apply, entries[back.to]!));
    const behind = putChoice(emitter, emitter.names.loop(tree, i), 'again or on', rules, after);
    return emitTree(emitter, item, behind, inputs[i]!);
  }, next)!;
}

/** The state that a tree is entered by; only a region's items are asked, and none of those begins with a Choice. */
function entryOf(names: Names, tree: Tree): string {
  switch (tree.kind) {
    case 'node':
      return names.nodes[tree.node]!;
    case 'sequence':
      return entryOf(names, tree.items[0]!);
    case 'parallel':
      return names.parallel(tree);
    case 'choice':
      return names.choice(tree);
    case 'region':
      return entryOf(names, tree.body);
  }
}

/** A Choice cannot end a branch, and one that falls through to another Choice asks its questions at once. */
function putChoice(
  emitter: Emitter,
  name: string,
  comment: string,
  rules: Parameters<typeof choiceState>[1],
  next: Next,
): string {
  const otherwise = next ?? emitter.branchEnd!;
  if (next === undefined) put(emitter, otherwise, { Type: 'Succeed', Comment: 'end of the branch' });
  const behind = emitter.states.get(otherwise);
  if (behind?.Type !== 'Choice') return put(emitter, name, choiceState(comment, rules, otherwise));
  return put(emitter, name, choiceState(comment, [...rules, ...behind.Choices], behind.Default));
}

function follow(next: Next): Follow {
  return next === undefined ? { End: true } : { Next: next };
}

function put(emitter: Emitter, name: string, state: State): string {
  emitter.states.set(name, state);
  return name;
}

/** The states that are reached, in the order of a walk from the start. */
export function finished(start: string, states: ReadonlyMap<string, State>): States {
  const seen = new Set([start]);
  for (const name of seen) for (const next of nextStates(states.get(name)!)) seen.add(next);
  return { StartAt: start, States: Object.fromEntries([...seen].map((name) => [name, states.get(name)!])) };
}

function nextStates(state: State): string[] {
  switch (state.Type) {
    case 'Succeed':
      return [];
    case 'Choice':
      return [...state.Choices.map((rule) => rule.Next), state.Default];
    default:
      return 'Next' in state ? [state.Next] : [];
  }
}
