import { reached } from './digraph.ts';
import type { Graph, GraphEdge } from './graph.ts';

/** A graph's edges by direction (semantics: order). Both lists keep the file's order. */
export interface Classified {
  readonly forward: readonly GraphEdge[];
  /** `loop: true` edges, and `on_failure` edges that would close a cycle with the forward edges before them. */
  readonly back: readonly GraphEdge[];
}

/**
 * Forward are all edges but `loop` and `on_failure` ones; then each `on_failure` edge, in file order, is forward
 * unless it would close a cycle with the forward edges so far. Edges whose ends do not exist are left out.
 */
export function classifyEdges(graph: Graph): Classified {
  const index = new Map(graph.nodes.map((node, i) => [node.id, i]));
  const known = graph.edges.filter((edge) => index.has(edge.from) && index.has(edge.to));
  const certain = known.filter((edge) => !edge.loop && edge.kind !== 'on_failure');
  const forward = new Set(certain);
  const successors = graph.nodes.map((): number[] => []);
  const add = (edge: GraphEdge) => successors[index.get(edge.from)!]!.push(index.get(edge.to)!);
  certain.forEach(add);
  for (const edge of known) {
    if (edge.loop || edge.kind !== 'on_failure') continue;
    if (reached(successors, [index.get(edge.to)!]).has(index.get(edge.from)!)) continue;
    forward.add(edge);
    add(edge);
  }
  return { forward: known.filter((edge) => forward.has(edge)), back: known.filter((edge) => !forward.has(edge)) };
}
