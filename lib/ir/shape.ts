import type { Tree } from './tree.ts';

/**
 * What a tree hands to the state after it: the result of one node, the list of what its branches end with, or, behind a
 * Choice, what that was entered with or what the nodes at the ends of its arms answered. `open` is anything.
 */
export type Shape =
  | { readonly kind: 'node'; readonly node: number }
  | { readonly kind: 'list'; readonly branches: readonly Shape[] }
  | { readonly kind: 'either'; readonly router: number; readonly before: Shape; readonly through: readonly number[] }
  | { readonly kind: 'open' };

export type ChoiceTree = Extract<Tree, { kind: 'choice' }>;

/** `input` is what the tree is entered with. */
export function shapeAfter(tree: Tree, input: Shape): Shape {
  switch (tree.kind) {
    case 'node':
      return { kind: 'node', node: tree.node };
    case 'sequence':
      return tree.items.reduce((shape, item) => shapeAfter(item, shape), input);
    case 'parallel':
      return { kind: 'list', branches: tree.branches.map((branch) => shapeAfter(branch, input)) };
    case 'choice':
      return {
        kind: 'either',
        router: tree.router,
        before: input,
        through: tree.arms.flatMap((arm) => lastNodes([arm.body])),
      };
    case 'region':
      return shapeAfter(tree.body, input);
  }
}

/** Whether an answer of one node could be taken for the answer of another that is asked for. */
export type Confusable = (other: number) => boolean;

/**
 * Where the result of a node stands in an input of this shape: `''`, `[0]`, `[0][1]` …; undefined when nowhere.
 * Behind a Choice of that node itself the way round its arms is meant, if the arms answer nothing that could be confused.
 */
export function pathTo(shape: Shape, node: number, confusable: Confusable): string | undefined {
  switch (shape.kind) {
    case 'open':
      return undefined;
    case 'node':
      return shape.node === node ? '' : undefined;
    case 'either':
      return shape.router === node && !shape.through.some(confusable)
        ? pathTo(shape.before, node, confusable)
        : undefined;
    case 'list':
      for (const [i, branch] of shape.branches.entries()) {
        const inner = pathTo(branch, node, confusable);
        if (inner !== undefined) return `[${i}]${inner}`;
      }
      return undefined;
  }
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
        at.items.reduce((shape, item) => (visit(item, shape), shapeAfter(item, shape)), input);
        return;
      case 'parallel':
        for (const branch of at.branches) visit(branch, input);
        return;
      case 'choice':
        if (
          pathTo(
            input,
            at.router,
            confusableWith(
              at.arms.flatMap((arm) => arm.outcomes),
              slugs,
            ),
          ) === undefined
        )
          lost.push(at);
        for (const arm of at.arms) visit(arm.body, input);
        return;
      case 'region':
        visit(at.body, input);
    }
  };
  visit(tree, { kind: 'open' });
  return lost;
}

/** Nodes that may answer with one of the slugs that a condition tests. */
export function confusableWith(tested: readonly string[], slugs: (node: number) => readonly string[]): Confusable {
  return (other) => slugs(other).some((slug) => tested.includes(slug));
}
