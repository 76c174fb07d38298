import type { Tree } from './tree.ts';

/**
 * What a tree hands to the state after it: the result of one node, the list of what its branches end with, or something
 * that depends on the way that was taken.
 */
export type Shape =
  | { readonly kind: 'node'; readonly node: number }
  | { readonly kind: 'list'; readonly branches: readonly Shape[] }
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
      return { kind: 'open' };
    case 'region':
      return shapeAfter(tree.body, input);
  }
}

/** Where the result of a node stands in an input of this shape: `''`, `[0]`, `[0][1]` …; undefined when nowhere. */
export function pathTo(shape: Shape, node: number): string | undefined {
  switch (shape.kind) {
    case 'open':
      return undefined;
    case 'node':
      return shape.node === node ? '' : undefined;
    case 'list':
      for (const [i, branch] of shape.branches.entries()) {
        const inner = pathTo(branch, node);
        if (inner !== undefined) return `[${i}]${inner}`;
      }
      return undefined;
  }
}

/** The Choices of a tree that stand where they cannot read what their router answered. */
export function choicesOutOfReach(tree: Tree): ChoiceTree[] {
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
        if (pathTo(input, at.router) === undefined) lost.push(at);
        for (const arm of at.arms) visit(arm.body, input);
        return;
      case 'region':
        visit(at.body, input);
    }
  };
  visit(tree, { kind: 'open' });
  return lost;
}
