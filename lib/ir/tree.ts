/**
 * The nested form of a graph: what Step Functions can express. Every node stands in it exactly once.
 * Nodes are named by their index in the graph.
 */
export type Tree =
  | { readonly kind: 'node'; readonly node: number }
  | { readonly kind: 'sequence'; readonly items: readonly Tree[] }
  | { readonly kind: 'parallel'; readonly branches: readonly Tree[] }
  | { readonly kind: 'choice'; readonly router: number; readonly arms: readonly TreeArm[] }
  /** `targets` are where its own loops go back to. */
  | { readonly kind: 'region'; readonly region: number; readonly targets: readonly number[]; readonly body: Tree };

export interface TreeArm {
  /** Slugs of the router's outcomes that lead here. */
  readonly outcomes: readonly string[];
  readonly body: Tree;
}

/** The nodes of a tree, in the order in which they stand. */
export function nodesOf(tree: Tree): number[] {
  switch (tree.kind) {
    case 'node':
      return [tree.node];
    case 'sequence':
      return tree.items.flatMap(nodesOf);
    case 'parallel':
      return tree.branches.flatMap(nodesOf);
    case 'choice':
      return tree.arms.flatMap((arm) => nodesOf(arm.body));
    case 'region':
      return nodesOf(tree.body);
  }
}
