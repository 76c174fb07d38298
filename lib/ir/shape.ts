import type { Tree } from './tree.ts';
import { nodesOf } from './tree.ts';

/**
 * What a tree hands to the state after it: the result of one node, the list of what its branches end with, or, behind a
 * Choice, what that was entered with or what the nodes at the ends of its arms answered. `open` is anything.
 */
export type Shape =
  | { readonly kind: 'node'; readonly node: number }
  | { readonly kind: 'list'; readonly branches: readonly Shape[] }
  | {
      readonly kind: 'either';
      readonly router: number;
      /** What the Choice was entered with, which is handed on when no arm is taken. */
      readonly before: Shape;
      /** The outcomes that lead into its arms, and the nodes at the ends of those. */
      readonly outcomes: readonly string[];
      readonly through: readonly number[];
    }
  | { readonly kind: 'open' };

export type ChoiceTree = Extract<Tree, { kind: 'choice' }>;
export type RegionTree = Extract<Tree, { kind: 'region' }>;

/** `input` is what the tree is entered with. */
export function shapeAfter(tree: Tree, input: Shape): Shape {
  switch (tree.kind) {
    case 'node':
      return { kind: 'node', node: tree.node };
    case 'sequence':
      return inputsOf(tree.items, input).at(-1)!;
    case 'parallel':
      return { kind: 'list', branches: tree.branches.map((branch) => shapeAfter(branch, input)) };
    case 'choice':
      return {
        kind: 'either',
        router: tree.router,
        before: input,
        outcomes: tree.arms.flatMap((arm) => arm.outcomes),
        through: tree.arms.flatMap((arm) => lastNodes([arm.body])),
      };
    case 'region':
      return regionInputs(tree, input).at(-1)!;
  }
}

/** What each item of a sequence is entered with, and what the last one hands on. */
export function inputsOf(items: readonly Tree[], input: Shape): Shape[] {
  const inputs = [input];
  for (const item of items) inputs.push(shapeAfter(item, inputs.at(-1)!));
  return inputs;
}

/** The items of a region's top-level sequence. */
export function regionItems(tree: RegionTree): readonly Tree[] {
  return tree.body.kind === 'sequence' ? tree.body.items : [tree.body];
}

/**
 * The same for the items of a region. An item that a loop goes back to is entered from there, too, where nothing of
 * what stands before it has been answered.
 */
export function regionInputs(tree: RegionTree, input: Shape): Shape[] {
  const items = regionItems(tree);
  const inputs: Shape[] = [];
  let sofar = input;
  for (const item of items) {
    const again = nodesOf(item).some((node) => tree.targets.includes(node));
    inputs.push(again ? { kind: 'open' } : sofar);
    sofar = shapeAfter(item, inputs.at(-1)!);
  }
  return [...inputs, sofar];
}

/** What a condition asks of a node's answer. */
export interface Question {
  readonly node: number;
  /** The answers that it tests for. */
  readonly tested: readonly string[];
  /** All answers that a node may give. */
  readonly slugs: (node: number) => readonly string[];
}

/**
 * Where the answer of a node stands in an input of this shape: `''`, `[0]`, `[0][1]` …; undefined when nowhere.
 * Behind a Choice of the same node the way round its arms is meant: the answers that are tested lead into none of
 * them, and nothing at the end of an arm answers the same.
 */
export function pathTo(shape: Shape, question: Question): string | undefined {
  switch (shape.kind) {
    case 'open':
      return undefined;
    case 'node':
      return shape.node === question.node ? '' : undefined;
    case 'either': {
      const answers = [...shape.outcomes, ...shape.through.flatMap(question.slugs)];
      const confusable = question.tested.some((slug) => answers.includes(slug));
      return shape.router === question.node && !confusable ? pathTo(shape.before, question) : undefined;
    }
    case 'list':
      for (const [i, branch] of shape.branches.entries()) {
        const inner = pathTo(branch, question);
        if (inner !== undefined) return `[${i}]${inner}`;
      }
      return undefined;
  }
}

/** The question that a choice asks its router. */
export function questionOf(tree: ChoiceTree, slugs: Question['slugs']): Question {
  return { node: tree.router, tested: tree.arms.flatMap((arm) => arm.outcomes), slugs };
}

/** Nodes whose results can stand in what a sequence hands on. */
export function lastNodes(items: readonly Tree[]): number[] {
  const last = items.at(-1);
  if (!last) return [];
  switch (last.kind) {
    case 'node':
      return [last.node];
    case 'sequence':
      return lastNodes([...items.slice(0, -1), ...last.items]);
    case 'parallel':
      return last.branches.flatMap((branch) => lastNodes([...items.slice(0, -1), branch]));
    case 'choice':
      return [...lastNodes(items.slice(0, -1)), ...last.arms.flatMap((arm) => lastNodes([arm.body]))];
    case 'region':
      return lastNodes([...items.slice(0, -1), last.body]);
  }
}

/** The Choices of a tree that stand where they cannot read what their router answered. `slugs` are a node's possible answers. */
export function choicesOutOfReach(tree: Tree, slugs: (node: number) => readonly string[]): ChoiceTree[] {
  const lost: ChoiceTree[] = [];
  const visit = (at: Tree, input: Shape): void => {
    switch (at.kind) {
      case 'node':
        return;
      case 'sequence':
        visitAll(at.items, inputsOf(at.items, input));
        return;
      case 'parallel':
        for (const branch of at.branches) visit(branch, input);
        return;
      case 'choice':
        if (pathTo(input, questionOf(at, slugs)) === undefined) lost.push(at);
        for (const arm of at.arms) visit(arm.body, input);
        return;
      case 'region':
        visitAll(regionItems(at), regionInputs(at, input));
    }
  };
  const visitAll = (items: readonly Tree[], inputs: readonly Shape[]) => {
    items.forEach((item, i) => visit(item, inputs[i]!));
  };
  visit(tree, { kind: 'open' });
  return lost;
}
