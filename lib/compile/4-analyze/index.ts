import type { Analysis, Loop, NodeOutcomes, Order, Region, Scope } from '../../ir/analysis.ts';
import type { Digraph } from '../../ir/digraph.ts';
import type { Graph } from '../../ir/graph.ts';
import { classifyEdges } from '../../ir/classify.ts';
import { digraph, reachability, reached, topologicalOrder } from '../../ir/digraph.ts';
import { exclusive } from '../../ir/exclusive.ts';
import { independentAxis } from '../../ir/independent-axis.ts';
import { implicitOrder } from '../../ir/implicit-order.ts';
import { loopBound } from '../../ir/label.ts';
import { outcomesOf } from './outcomes.ts';
import { mergedRegions } from './regions.ts';
import { makeScopes, smallestRegions, withOrders } from './scopes.ts';
import { serialize } from './serialize.ts';

/**
 * Derives from a valid graph what structuring and running need: direction of edges, loop regions and their levels,
 * order without edges, resolved order, the independent axis, and what can follow each node.
 */
export function analyze(graph: Graph): Analysis {
  const indexOf = new Map(graph.nodes.map((node, i) => [node.id, i]));
  const ends = graph.edges.map((edge): [number, number] => [indexOf.get(edge.from)!, indexOf.get(edge.to)!]);
  const edgeIndex = new Map(graph.edges.map((edge, i) => [edge, i]));
  const classified = classifyEdges(graph);
  const forward = classified.forward.map((edge) => edgeIndex.get(edge)!);
  const back = classified.back.map((edge) => edgeIndex.get(edge)!);
  const shape = digraph(
    graph.nodes.length,
    forward.map((edge) => ends[edge]!),
  );

  const entering = graph.nodes.map((): number[] => []);
  ends.forEach(([, to], edge) => entering[to]!.push(edge));
  const { regions, loops } = findRegions(graph, shape, ends, back);
  const regionOf = smallestRegions(graph.nodes.length, regions);
  const plain = makeScopes(
    graph.nodes.length,
    regions,
    regionOf,
    forward.map((edge) => [...ends[edge]!, edge] as const),
  );
  const orders = serialize(graph.nodes, plain, regions, regionOf, exclusive(graph), readOrders(graph, indexOf));
  const scopes = withOrders(plain, regions, regionOf, orders);

  return {
    graph,
    indexOf,
    forward,
    ends,
    entering,
    loops,
    regions,
    regionOf,
    scopes,
    orders,
    order: resolvedOrder(shape, scopes),
    outcomes: allOutcomes(graph, ends, back),
    axis: independentAxis(shape, (node) => graph.nodes[node]!.independent),
  };
}

function findRegions(
  graph: Graph,
  shape: Digraph,
  ends: readonly (readonly [number, number])[],
  back: readonly number[],
): { regions: Region[]; loops: Loop[] } {
  const backEdges = back.map((edge) => ({ from: ends[edge]![0], to: ends[edge]![1] }));
  const family = back.length === 0 ? [] : mergedRegions(shape, reachability(shape), backEdges);
  // The family is sorted from the largest to the smallest, so the last that holds both ends is the smallest.
  const loops = backEdges.map(({ from, to }, i): Loop => {
    const region = family.findLastIndex((nodes) => nodes.has(from) && nodes.has(to));
    const nodes = family[region]!;
    const resets = [...reached(shape.successors, [to])].filter((node) => nodes.has(node)).sort((a, b) => a - b);
    return { edge: back[i]!, from, to, bound: loopBound(graph.edges[back[i]!]!.label?.text), region, resets };
  });
  const regions = family.map((nodes, index): Region => {
    const member = nodes.values().next().value!;
    const parent = family.findLastIndex((outer, i) => i < index && outer.has(member));
    return {
      parent: parent === -1 ? undefined : parent,
      nodes,
      loops: [...loops.keys()].filter((loop) => loops[loop]!.region === index),
    };
  });
  return { regions, loops };
}

function readOrders(graph: Graph, indexOf: ReadonlyMap<string, number>): Order[] {
  return implicitOrder(graph).map(({ from, to, key }) => ({
    from: indexOf.get(from)!,
    to: indexOf.get(to)!,
    why: `context.${key}`,
  }));
}

/** Kahn's order over all scopes at once: an order between items holds for every node of them. */
function resolvedOrder(shape: Digraph, scopes: readonly Scope[]): number[] {
  // An edge between contracted items would need edges between all their nodes; a begin and an end vertex a region say the same.
  const size = shape.size;
  const begin = (region: number) => size + 2 * region;
  const end = (region: number) => size + 2 * region + 1;
  const edges: [number, number][] = [];
  for (const scope of scopes) {
    const first = scope.items.map((item) => (item.kind === 'node' ? item.node : begin(item.region)));
    const last = scope.items.map((item) => (item.kind === 'node' ? item.node : end(item.region)));
    for (const { from, to } of scope.edges) edges.push([last[from]!, first[to]!]);
    const { region } = scope;
    if (region !== undefined)
      scope.items.forEach((_, i) => edges.push([begin(region), first[i]!], [last[i]!, end(region)]));
  }
  // Region markers take no place of their own: they come before any node that is ready at the same time.
  const markers = 2 * (scopes.length - 1);
  const shifted = (vertex: number) => (vertex < size ? vertex + markers : vertex - size);
  const order = topologicalOrder(
    digraph(
      size + markers,
      edges.map(([a, b]) => [shifted(a), shifted(b)] as const),
    ),
  );
  return order.filter((vertex) => vertex >= markers).map((vertex) => vertex - markers);
}

function allOutcomes(
  graph: Graph,
  ends: readonly (readonly [number, number])[],
  back: readonly number[],
): NodeOutcomes[] {
  const outgoing = graph.nodes.map((): number[] => []);
  ends.forEach(([from], edge) => outgoing[from]!.push(edge));
  const loopOf = new Map(back.map((edge, loop) => [edge, loop]));
  return graph.nodes.map((node, i) => outcomesOf(graph, node, outgoing[i]!, loopOf));
}
