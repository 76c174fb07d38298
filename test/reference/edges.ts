import type { Graph, GraphEdge } from '../../lib/ir/graph.ts';
import { reachedFrom } from './reach.ts';

export interface Edges {
  /** Edges that give the order. */
  readonly forward: readonly GraphEdge[];
  /** Edges that lead back: loops, and failures of gates that close a cycle. */
  readonly back: readonly GraphEdge[];
}

/** Splits the edges of a graph: `on_failure` edges compete, in file order, not to be the one that closes a cycle. */
export function splitEdges(graph: Graph): Edges {
  const forward = graph.edges.filter((edge) => !edge.loop && edge.kind !== 'on_failure');
  const back = graph.edges.filter((edge) => edge.loop);
  for (const edge of graph.edges) {
    if (edge.loop || edge.kind !== 'on_failure') continue;
    const closesCycle = reachedFrom([edge.to], forward).has(edge.from);
    (closesCycle ? back : forward).push(edge);
  }
  return { forward, back };
}

/** Nodes all of whose work hangs on independent nodes only. */
export function independentAxis(graph: Graph, forward: readonly GraphEdge[]): Set<string> {
  const axis = new Set(graph.nodes.filter((node) => node.independent).map((node) => node.id));
  let grown = true;
  while (grown) {
    grown = false;
    for (const { id } of graph.nodes) {
      const incoming = forward.filter((edge) => edge.to === id);
      if (!axis.has(id) && incoming.length > 0 && incoming.every((edge) => axis.has(edge.from))) {
        axis.add(id);
        grown = true;
      }
    }
  }
  return axis;
}
