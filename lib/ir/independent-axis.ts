import type { Digraph } from './digraph.ts';
import { topologicalOrder } from './digraph.ts';

/**
 * The nodes on the independent axis (semantics: order): those marked `independent`, and those with incoming forward
 * edges all of which come from the axis. The graph holds the forward edges.
 */
export function independentAxis(forward: Digraph, independent: (vertex: number) => boolean): Set<number> {
  const axis = new Set<number>();
  for (const vertex of topologicalOrder(forward)) {
    const before = forward.predecessors[vertex]!;
    if (independent(vertex) || (before.length > 0 && before.every((other) => axis.has(other)))) axis.add(vertex);
  }
  return axis;
}
