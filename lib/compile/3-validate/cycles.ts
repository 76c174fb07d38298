import { components, digraph, shortestPath } from '../../ir/digraph.ts';
import type { Graph, GraphEdge } from '../../ir/graph.ts';

/** An edge that closes a cycle, and the ids on that cycle from the edge's target on, which also ends the list. */
export interface Closing {
  readonly edge: GraphEdge;
  readonly ids: readonly string[];
}

interface Arc {
  readonly edge: GraphEdge;
  readonly from: number;
  readonly to: number;
}

/** Edges of a knot of cycles that are looked at one by one; a larger one is walked through once. */
const LOOKED_AT = 2000;

/**
 * The edges that close cycles which no loop allows: neither `loop: true` nor `on_failure`. Without them the rest has no
 * such cycle. In a knot of usual size these are the edges that close one with those before them in the file, each with
 * a shortest cycle.
 */
export function closingEdges(graph: Graph, edges: readonly GraphEdge[]): Closing[] {
  const index = new Map(graph.nodes.map((node, i) => [node.id, i]));
  const arcs = edges
    .filter(({ loop, kind }) => !loop && kind !== 'on_failure')
    .map((edge): Arc => ({ edge, from: index.get(edge.from)!, to: index.get(edge.to)! }));
  const pairs = arcs.map(({ from, to }): [number, number] => [from, to]);
  const knots = components(digraph(graph.nodes.length, pairs)).filter(({ length }) => length > 1);
  const knotOf = new Map(knots.flatMap((members, knot) => members.map((member) => [member, knot] as const)));
  const inside = arcs.filter(({ from, to }) => knotOf.has(from) && knotOf.get(from) === knotOf.get(to));
  const found = inside.length > LOOKED_AT ? leadingBack(graph, inside) : oneByOne(graph, inside);
  return found.map(({ edge, way }) => ({ edge, ids: way.map((vertex) => graph.nodes[vertex]!.id) }));
}

interface Found {
  readonly edge: GraphEdge;
  readonly way: readonly number[];
}

function oneByOne(graph: Graph, arcs: readonly Arc[]): Found[] {
  const successors = graph.nodes.map((): number[] => []);
  const soFar = { size: graph.nodes.length, successors, predecessors: [] };
  return arcs.flatMap(({ edge, from, to }) => {
    const way = shortestPath(soFar, to, from);
    if (way.length > 0) return [{ edge, way: [...way, to] }];
    successors[from]!.push(to);
    return [];
  });
}

/** The edges that lead back to where a walk through the graph, depth first, has come from. */
function leadingBack(graph: Graph, arcs: readonly Arc[]): Found[] {
  const leaving = Map.groupBy(arcs, ({ from }) => from);
  const state = new Map<number, 'open' | 'done'>();
  const found: Found[] = [];
  for (const root of graph.nodes.keys()) {
    if (state.has(root)) continue;
    const walk = [{ vertex: root, next: 0 }];
    state.set(root, 'open');
    for (let top = walk.at(-1); top; top = walk.at(-1)) {
      const arc = leaving.get(top.vertex)?.[top.next++];
      if (!arc) {
        state.set(top.vertex, 'done');
        walk.pop();
      } else if (state.get(arc.to) === 'open') {
        const way = walk.slice(walk.findIndex(({ vertex }) => vertex === arc.to)).map(({ vertex }) => vertex);
        found.push({ edge: arc.edge, way: [...way, arc.to] });
      } else if (!state.has(arc.to)) {
        state.set(arc.to, 'open');
        walk.push({ vertex: arc.to, next: 0 });
      }
    }
  }
  return found;
}
