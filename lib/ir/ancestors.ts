import { components, digraph, reachability } from './digraph.ts';
import type { Graph, GraphEdge } from './graph.ts';

/** Whether one node, named by id, comes before another along the given edges; cycles among them are fine. */
export function ancestors(graph: Graph, edges: readonly GraphEdge[]): (before: string, after: string) => boolean {
  const index = new Map(graph.nodes.map((node, i) => [node.id, i]));
  const pairs = edges.flatMap(({ from, to }): [number, number][] => {
    const [a, b] = [index.get(from), index.get(to)];
    return a === undefined || b === undefined ? [] : [[a, b]];
  });
  const knots = components(digraph(graph.nodes.length, pairs));
  const knotOf = new Array<number>(graph.nodes.length);
  knots.forEach((members, knot) => members.forEach((member) => (knotOf[member] = knot)));
  const between = pairs.map(([a, b]): [number, number] => [knotOf[a]!, knotOf[b]!]).filter(([a, b]) => a !== b);
  const reach = reachability(digraph(knots.length, between));
  return (before, after) => {
    const [a, b] = [index.get(before), index.get(after)];
    if (a === undefined || b === undefined) return false;
    const [from, to] = [knotOf[a]!, knotOf[b]!];
    return from === to ? knots[from]!.length > 1 : reach.reaches(from, to);
  };
}
