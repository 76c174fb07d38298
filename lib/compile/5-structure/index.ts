import type { Analysis, Scope } from '../../ir/analysis.ts';
import type { GraphNode } from '../../ir/graph.ts';
import type { Tree } from '../../ir/tree.ts';
import { nodesOf } from '../../ir/tree.ts';
import { digraph } from '../../ir/digraph.ts';
import type { ChoiceItems, LiveIn, Neighbours } from './arms.ts';
import { armsOf, decidingOutcomes, liveEdges } from './arms.ts';
import { decompose } from './decompose.ts';
import { choicesOutOfReach } from '../../ir/shape.ts';
import { packBranches } from './pack.ts';
import { verifyTree } from './verify.ts';

/**
 * Nests an analyzed graph as a tree of sequences, parallels, choices and loop regions, which is what Step Functions can
 * express. Order may be added (a barrier), never taken away; every node stands in the tree exactly once.
 */
export function structure(analysis: Analysis): Tree {
  // A Choice must stand where it can read what its router answered. Where nesting puts something else between
  // them, its arms are nested as ordinary items instead: the handlers check liveness anyway.
  const given = new Set<string>();
  for (;;) {
    const limit = analysis.graph.maxConcurrency?.value;
    const nested = structureScope({ analysis, given }, 0);
    const tree = limit === undefined ? nested : packBranches(nested, limit);
    const lost = choicesOutOfReach(tree, (node) => analysis.outcomes[node]!.outcomes.map((outcome) => outcome.slug));
    if (lost.length === 0) {
      verifyTree(analysis, tree);
      return tree;
    }
    for (const choice of lost) given.add(choiceKey(choice.router, nodesOf(choice)));
  }
}

interface Work {
  readonly analysis: Analysis;
  /** Choices that are given up. */
  readonly given: ReadonlySet<string>;
}

function choiceKey(router: number, nodes: readonly number[]): string {
  return `${router}:${Math.min(...nodes)}`;
}

function structureScope(work: Work, index: number): Tree {
  const scope = work.analysis.scopes[index]!;
  if (scope.items.length === 0) return { kind: 'sequence', items: [] };
  const neighbours = neighboursOf(scope);
  const level: Level = {
    ...work,
    scope,
    liveIn: liveEdges(work.analysis, scope),
    neighbours,
    deciders: decidersOf(work.analysis, scope),
    trees: [],
  };
  return structureItems(level, itemOrder(neighbours), undefined);
}

interface Level extends Work {
  readonly scope: Scope;
  readonly liveIn: LiveIn;
  readonly neighbours: Neighbours;
  /** For each item the nodes in it that decide between edges to other items, with their outcomes. */
  readonly deciders: ReadonlyMap<number, readonly Decider[]>;
  /** The tree of each item, made once. */
  readonly trees: (Tree | undefined)[];
}

/** Nests some items of a scope, given in topological order. */
function structureItems(level: Level, items: readonly number[], under: Decider | undefined): Tree {
  const choices = findChoices(level, items, under);
  const unitOf = new Map<number, number>();
  const trees: Tree[] = [];
  for (const choice of choices) {
    for (const arm of choice.arms) for (const item of arm.items) unitOf.set(item, trees.length);
    trees.push(choiceTree(level, choice, new Map(items.map((item, i) => [item, i]))));
  }
  for (const item of items) {
    if (unitOf.has(item)) continue;
    unitOf.set(item, trees.length);
    trees.push(itemTree(level, item));
  }
  const successors = trees.map(() => new Set<number>());
  for (const [item, unit] of unitOf) {
    for (const next of level.neighbours.after[item]!) {
      const other = unitOf.get(next);
      if (other !== undefined && other !== unit) successors[unit]!.add(other);
    }
  }
  return decompose({
    trees,
    lengths: trees.map((tree) => treeLength(level.analysis, tree)),
    successors: successors.map((s) => [...s]),
  });
}

function itemTree(level: Level, index: number): Tree {
  const item = level.scope.items[index]!;
  const made = level.trees[index];
  if (made) return made;
  const tree: Tree = item.kind === 'node' ? { kind: 'node', node: item.node } : regionTree(level, item.region);
  level.trees[index] = tree;
  return tree;
}

function regionTree(level: Level, region: number): Tree {
  const { regions, loops } = level.analysis;
  const targets = [...new Set(regions[region]!.loops.map((loop) => loops[loop]!.to))];
  return { kind: 'region', region, targets, body: structureScope(level, region + 1) };
}

function choiceTree(level: Level, { router, arms }: ChoiceItems, place: ReadonlyMap<number, number>): Tree {
  return {
    kind: 'choice',
    router,
    arms: arms.map((arm) => {
      const inside = arm.items.toSorted((a, b) => place.get(a)! - place.get(b)!);
      return {
        outcomes: arm.outcomes,
        body: structureItems(level, inside, { router, universe: new Set(arm.outcomes) }),
      };
    }),
  };
}

/**
 * The Choices among some items, outer routers first. Contracting arms to one item each closes no cycle: an arm holds
 * nothing that waits for more than what has ended when its router has.
 */
function findChoices(level: Level, items: readonly number[], under: Decider | undefined): ChoiceItems[] {
  const here = items.flatMap((item) => (level.deciders.get(item) ?? []).map((decider) => ({ ...decider, item })));
  const deciders: (Decider & { item?: number })[] = under ? [under, ...here] : here;
  if (deciders.length === 0) return [];
  const taken = new Set<number>();
  const found: ChoiceItems[] = [];
  const place = new Map(items.map((item, i) => [item, i]));
  const finish = earliestFinish(level, items);
  for (const decider of deciders) {
    if (decider.universe.size < 2 || (decider.item !== undefined && taken.has(decider.item))) continue;
    const choice = armsOf({ ...level, place, finish, taken }, decider.router, decider.universe);
    if (!choice) continue;
    const members = choice.arms.flatMap((arm) => arm.items);
    const nodes = members.flatMap((item) => nodesOf(itemTree(level, item)));
    if (level.given.has(choiceKey(decider.router, nodes))) continue;
    found.push(choice);
    for (const member of members) taken.add(member);
  }
  return found;
}

/** A node that decides between edges, and the outcomes that it decides between. */
interface Decider {
  readonly router: number;
  readonly universe: ReadonlySet<string>;
}

/** Nodes with outcomes that take different edges to other items; outcomes that stay inside their item decide nothing here. */
function decidersOf(analysis: Analysis, scope: Scope): Map<number, Decider[]> {
  const deciders = new Map<number, Decider[]>();
  for (const [router, item] of scope.itemOf) {
    const leaves = (edge: number) => {
      const to = scope.itemOf.get(analysis.ends[edge]![1]);
      return to !== undefined && to !== item;
    };
    const leaving = decidingOutcomes(analysis.outcomes[router]!.outcomes).filter(({ takes }) => takes.some(leaves));
    const ways = new Set(leaving.map((outcome) => outcome.takes.join()));
    if (ways.size < 2) continue;
    const decider = { router, universe: new Set(leaving.map((outcome) => outcome.slug)) };
    deciders.set(item, [...(deciders.get(item) ?? []), decider]);
  }
  return deciders;
}

/** A node takes some time, however little is expected: what follows it ends later. */
const SHORTEST = 1e-6;

/** When each item has ended at the earliest, if all start as soon as they may. */
function earliestFinish(level: Level, items: readonly number[]): Map<number, number> {
  const start = new Map(items.map((item) => [item, 0]));
  const finish = new Map<number, number>();
  for (const item of items) {
    const end = start.get(item)! + Math.max(SHORTEST, treeLength(level.analysis, itemTree(level, item)));
    finish.set(item, end);
    for (const next of level.neighbours.after[item]!) {
      const sofar = start.get(next);
      if (sofar !== undefined) start.set(next, Math.max(sofar, end));
    }
  }
  return finish;
}

function neighboursOf(scope: Scope): Neighbours {
  const { predecessors, successors } = digraph(
    scope.items.length,
    scope.edges.map(({ from, to }) => [from, to] as const),
  );
  return { before: predecessors, after: successors };
}

/** Items of a scope, every one after those with an edge to it. */
function itemOrder({ before, after }: Neighbours): number[] {
  const waiting = before.map((items) => items.length);
  const order = [...waiting.keys()].filter((item) => waiting[item] === 0);
  for (const item of order) for (const next of after[item]!) if (--waiting[next]! === 0) order.push(next);
  return order;
}

/** Expected duration: weights along the longest way. */
function treeLength(analysis: Analysis, tree: Tree): number {
  switch (tree.kind) {
    case 'node':
      return nodeLength(analysis.graph.nodes[tree.node]!);
    case 'sequence':
      return tree.items.reduce((sum, item) => sum + treeLength(analysis, item), 0);
    case 'parallel':
      return Math.max(...tree.branches.map((branch) => treeLength(analysis, branch)));
    case 'choice':
      return Math.max(...tree.arms.map((arm) => treeLength(analysis, arm.body)));
    case 'region':
      return treeLength(analysis, tree.body);
  }
}

/** Days, where a person is waited for: no work should stand behind that for want of a better place. */
const HUMAN_LENGTH = 604_800;

function nodeLength(node: GraphNode): number {
  return node.weight ?? (node.human ? HUMAN_LENGTH : 1);
}
