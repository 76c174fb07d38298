import { components, digraph } from '../../ir/digraph.ts';
import type { Graph, GraphEdge } from '../../ir/graph.ts';

/** An edge that closes a cycle with edges before it in the file, and the ids on that cycle, the first one also last. */
export interface Closing {
  readonly edge: GraphEdge;
  readonly ids: readonly string[];
}

/** Edges looked at one by one at most; in a larger knot the rest is taken for closing without a closer look. */
const LOOKED_AT = 500;

/**
 * The edges that close cycles which no loop allows: neither `loop: true` nor `on_failure`. Without them the rest has no
 * such cycle. Each comes with a shortest cycle.
 */
export function closingEdges(graph: Graph, edges: readonly GraphEdge[]): Closing[] {
  const index = new Map(graph.nodes.map((node, i) => [node.id, i]));
  const certain = edges.filter(({ loop, kind }) => !loop && kind !== 'on_failure');
  const ends = (edge: GraphEdge): [number, number] => [index.get(edge.from)!, index.get(edge.to)!];
  const knots = components(digraph(graph.nodes.length, certain.map(ends))).filter(({ length }) => length > 1);
  const knotOf = new Map(knots.flatMap((members, knot) => members.map((member) => [member, knot] as const)));

  const successors = graph.nodes.map((): number[] => []);
  const closing: Closing[] = [];
  let looked = 0;
  for (const edge of certain) {
    const [from, to] = ends(edge);
    if (knotOf.get(from) === undefined || knotOf.get(from) !== knotOf.get(to)) continue;
    const way = ++looked > LOOKED_AT ? undefined : path(successors, to, from);
    if (way === undefined) closing.push({ edge, ids: [edge.from, edge.to, edge.from] });
    else if (way.length > 0) closing.push({ edge, ids: [...way, to].map((vertex) => graph.nodes[vertex]!.id) });
    else successors[from]!.push(to);
  }
  return closing;
}

/** A shortest way between two different vertices, both named; empty when there is none. */
function path(successors: readonly (readonly number[])[], from: number, to: number): number[] {
  const cameFrom = new Map<number, number>([[from, -1]]);
  for (const vertex of cameFrom.keys()) {
    for (const next of successors[vertex]!) if (!cameFrom.has(next)) cameFrom.set(next, vertex);
    if (!cameFrom.has(to)) continue;
    const way: number[] = [];
    for (let at = to; at !== -1; at = cameFrom.get(at)!) way.push(at);
    return way.reverse();
  }
  return [];
}
