import type { Analysis } from '../../ir/analysis.ts';
import type { Tree } from '../../ir/tree.ts';

/**
 * Asserts what every tree must have: each node exactly once, and each forward edge and order respected, that is, its
 * source stands in an earlier item of a sequence than its target. A violation is a bug of the structure phase.
 */
export function verifyTree(analysis: Analysis, tree: Tree): void {
  const places = placesOf(tree);
  const names = analysis.graph.nodes.map((node) => node.id);
  names.forEach((id, node) => {
    const count = places.get(node)?.length ?? 0;
    if (count !== 1) throw new Error(`structure: node ${id} stands ${count} times in the machine`);
  });
  const pairs = [
    ...analysis.forward.map((edge) => analysis.ends[edge]!),
    ...analysis.orders.map(({ from, to }) => [from, to] as const),
  ];
  for (const [from, to] of pairs) {
    if (!before(places.get(from)![0]!, places.get(to)![0]!))
      throw new Error(`structure: ${names[from]} is not before ${names[to]}`);
  }
}

/** The way from the root to a node: what each tree on it is, and which of its parts is entered. */
type Place = readonly { readonly kind: Tree['kind']; readonly part: number }[];

function placesOf(root: Tree): Map<number, Place[]> {
  const places = new Map<number, Place[]>();
  const visit = (tree: Tree, way: Place): void => {
    if (tree.kind === 'node') {
      places.set(tree.node, [...(places.get(tree.node) ?? []), way]);
      return;
    }
    parts(tree).forEach((inner, part) => visit(inner, [...way, { kind: tree.kind, part }]));
  };
  visit(root, []);
  return places;
}

function parts(tree: Exclude<Tree, { kind: 'node' }>): readonly Tree[] {
  switch (tree.kind) {
    case 'sequence':
      return tree.items;
    case 'parallel':
      return tree.branches;
    case 'choice':
      return tree.arms.map((arm) => arm.body);
    case 'region':
      return [tree.body];
  }
}

/** Two arms of a choice are never both taken, so order between them is kept by not running both. */
function before(a: Place, b: Place): boolean {
  const at = a.findIndex((step, i) => step.part !== b[i]?.part);
  if (at === -1) return false;
  const [first, second] = [a[at]!, b[at]!];
  return first.kind === 'choice' || (first.kind === 'sequence' && first.part < second.part);
}
