import type { Analysis, Scope } from '../../ir/analysis.ts';
import type { Tree } from '../../ir/tree.ts';
import { nodesOf } from '../../ir/tree.ts';
import type { ChoiceItems, LiveIn, Under } from './arms.ts';
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
  const level: Level = { ...work, scope, liveIn: liveEdges(work.analysis, scope), trees: [] };
  return structureItems(level, itemOrder(scope), undefined);
}

interface Level extends Work {
  readonly scope: Scope;
  readonly liveIn: LiveIn;
  /** The tree of each item, made once. */
  readonly trees: (Tree | undefined)[];
}

/** Nests some items of a scope, given in topological order. */
function structureItems(level: Level, items: readonly number[], under: Under | undefined): Tree {
  const choices = findChoices(level, items, under);
  const unitOf = new Map<number, number>();
  const trees: Tree[] = [];
  for (const choice of choices) {
    for (const arm of choice.arms) for (const item of arm.items) unitOf.set(item, trees.length);
    trees.push(choiceTree(level, items, choice));
  }
  for (const item of items) {
    if (unitOf.has(item)) continue;
    unitOf.set(item, trees.length);
    trees.push(itemTree(level, item));
  }
  const successors = trees.map(() => new Set<number>());
  for (const { from, to } of level.scope.edges) {
    const [a, b] = [unitOf.get(from), unitOf.get(to)];
    if (a !== undefined && b !== undefined && a !== b) successors[a]!.add(b);
  }
  return decompose({ trees, lengths: trees.map((tree) => treeLength(level.analysis, tree)), successors: successors.map((s) => [...s]) });
}

function itemTree(level: Level, index: number): Tree {
  const item = level.scope.items[index]!;
  const made = level.trees[index];
  if (made) return made;
  const tree: Tree = item.kind === 'node' ? { kind: 'node', node: item.node } : { kind: 'region', region: item.region, body: structureScope(level, item.region + 1) };
  level.trees[index] = tree;
  return tree;
}

function choiceTree(level: Level, items: readonly number[], { router, arms }: ChoiceItems): Tree {
  return {
    kind: 'choice',
    router,
    arms: arms.map((arm) => {
      const members = new Set(arm.items);
      const inside = items.filter((item) => members.has(item));
      return { outcomes: arm.outcomes, body: structureItems(level, inside, { router, outcomes: new Set(arm.outcomes) }) };
    }),
  };
}

/** The Choices of this level, outer routers first; one whose arms cannot be contracted without closing a cycle is left out. */
function findChoices(level: Level, items: readonly number[], under: Under | undefined): ChoiceItems[] {
  const taken = new Set<number>();
  const found: ChoiceItems[] = [];
  const finish = earliestFinish(level, items);
  for (const { router, universe, item } of routers(level, items, under)) {
    if (universe.size < 2 || (item !== undefined && taken.has(item))) continue;
    const free = items.filter((i) => !taken.has(i));
    const choice = armsOf({ ...level, finish }, free, router, universe);
    if (!choice) continue;
    const members = choice.arms.flatMap((arm) => arm.items);
    if (level.given.has(choiceKey(router, members.flatMap((i) => nodesOf(itemTree(level, i)))))) continue;
    if (!contractible(level.scope, items, [...found, choice])) continue;
    found.push(choice);
    for (const member of members) taken.add(member);
  }
  return found;
}

interface Router {
  readonly router: number;
  readonly universe: ReadonlySet<string>;
  /** The item that it stands in; undefined for the router whose arm this is. */
  readonly item: number | undefined;
}

/** Nodes that decide between edges to other items, in topological order of their items. */
function routers(level: Level, items: readonly number[], under: Under | undefined): Router[] {
  const { analysis, scope } = level;
  const found: Router[] = under ? [{ router: under.router, universe: under.outcomes, item: undefined }] : [];
  const position = new Map(items.map((item, i) => [item, i]));
  const seen = new Set<number>();
  const candidates: (Router & { item: number })[] = [];
  for (const { from, edge } of scope.edges) {
    if (edge === undefined || !position.has(from)) continue;
    const router = analysis.ends[edge]![0];
    if (seen.has(router)) continue;
    seen.add(router);
    const leaving = decidingOutcomes(analysis.outcomes[router]!.outcomes).filter(({ takes }) => takes.some((e) => scope.itemOf.get(analysis.ends[e]![1]) !== from));
    const ways = new Set(leaving.map((outcome) => outcome.takes.join()));
    if (ways.size > 1) candidates.push({ router, universe: new Set(leaving.map((o) => o.slug)), item: from });
  }
  candidates.sort((a, b) => position.get(a.item)! - position.get(b.item)! || a.router - b.router);
  return [...found, ...candidates];
}

/** When each item has ended at the earliest, if all start as soon as they may. */
function earliestFinish(level: Level, items: readonly number[]): Map<number, number> {
  const start = new Map(items.map((item) => [item, 0]));
  const after = new Map<number, number[]>(items.map((item) => [item, []]));
  for (const { from, to } of level.scope.edges) if (start.has(from) && start.has(to)) after.get(from)!.push(to);
  const finish = new Map<number, number>();
  for (const item of items) {
    const end = start.get(item)! + treeLength(level.analysis, itemTree(level, item));
    finish.set(item, end);
    for (const next of after.get(item)!) start.set(next, Math.max(start.get(next)!, end));
  }
  return finish;
}

function contractible(scope: Scope, items: readonly number[], choices: readonly ChoiceItems[]): boolean {
  const unit = new Map<number, number>(items.map((item) => [item, item]));
  choices.forEach((choice, i) => {
    for (const arm of choice.arms) for (const item of arm.items) unit.set(item, scope.items.length + i);
  });
  const waiting = new Map<number, Set<number>>([...unit.values()].map((u) => [u, new Set()]));
  const after = new Map<number, number[]>([...unit.values()].map((u) => [u, []]));
  for (const { from, to } of scope.edges) {
    const [a, b] = [unit.get(from), unit.get(to)];
    if (a === undefined || b === undefined || a === b || waiting.get(b)!.has(a)) continue;
    waiting.get(b)!.add(a);
    after.get(a)!.push(b);
  }
  const ready = [...waiting].filter(([, before]) => before.size === 0).map(([u]) => u);
  for (const u of ready) {
    for (const next of after.get(u)!) {
      waiting.get(next)!.delete(u);
      if (waiting.get(next)!.size === 0) ready.push(next);
    }
  }
  return ready.length === waiting.size;
}

/** Items of a scope, every one after those with an edge to it. */
function itemOrder(scope: Scope): number[] {
  const waiting = scope.items.map(() => 0);
  const after = scope.items.map((): number[] => []);
  for (const { from, to } of scope.edges) {
    waiting[to]!++;
    after[from]!.push(to);
  }
  const order = [...waiting.keys()].filter((item) => waiting[item] === 0);
  for (const item of order) for (const next of after[item]!) if (--waiting[next]! === 0) order.push(next);
  return order;
}

/** Expected duration: weights along the longest way, 1 for a node that states none. */
function treeLength(analysis: Analysis, tree: Tree): number {
  switch (tree.kind) {
    case 'node':
      return analysis.graph.nodes[tree.node]!.weight ?? 1;
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

