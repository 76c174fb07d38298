import type { Analysis, Scope } from '../../ir/analysis.ts';
import type { Wait } from '../../ir/table.ts';

/**
 * For each node what must be decided before it can run: its incoming forward edges and order; and, for the nodes
 * that a region begins with, every edge into that region (semantics: a region starts when all of them are decided).
 */
export function waitsOf(analysis: Analysis): Wait[][] {
  const entering = enteringEdges(analysis);
  const begins = analysis.scopes.map(itemsWithoutPredecessor);
  return analysis.graph.nodes.map((_, node) => {
    const waits = new Map<string, Wait>();
    const add = (wait: Entering, kind: Wait['kind']) => {
      const key = `${wait.from} ${wait.edge ?? 'order'}`;
      if (!waits.has(key)) waits.set(key, makeWait(analysis, wait, kind));
    };
    for (const edge of entering.ofNode[node]!)
      add(edge, edge.edge === undefined ? 'order' : liveness(analysis, edge.from, node));
    for (let region = analysis.regionOf[node]; region !== undefined; region = analysis.regions[region]!.parent) {
      const scope = analysis.scopes[region + 1]!;
      if (!begins[region + 1]!.has(scope.itemOf.get(node)!)) break;
      for (const edge of entering.ofRegion[region]!) add(edge, edge.edge === undefined ? 'order' : 'region');
    }
    return [...waits.values()];
  });
}

interface Entering {
  readonly from: number;
  readonly to: number;
  readonly edge?: number;
}

function enteringEdges(analysis: Analysis): { ofNode: Entering[][]; ofRegion: Entering[][] } {
  const ofNode = analysis.graph.nodes.map((): Entering[] => []);
  const ofRegion = analysis.regions.map((): Entering[] => []);
  const edges = analysis.forward.map((edge): Entering => ({
    from: analysis.ends[edge]![0],
    to: analysis.ends[edge]![1],
    edge,
  }));
  for (const entering of [...edges, ...analysis.orders.map(({ from, to }): Entering => ({ from, to }))]) {
    ofNode[entering.to]!.push(entering);
    for (let region = analysis.regionOf[entering.to]; region !== undefined; region = analysis.regions[region]!.parent) {
      if (!analysis.regions[region]!.nodes.has(entering.from)) ofRegion[region]!.push(entering);
    }
  }
  return { ofNode, ofRegion };
}

function itemsWithoutPredecessor(scope: Scope): Set<number> {
  const entered = new Set(scope.edges.map((edge) => edge.to));
  return new Set([...scope.items.keys()].filter((item) => !entered.has(item)));
}

function makeWait(analysis: Analysis, { from, to, edge }: Entering, kind: Wait['kind']): Wait {
  const id = (node: number) => analysis.graph.nodes[node]!.id;
  const sources = new Set<number>();
  // The regions that hold `from` but not `to` must have settled: no loop of an outer region may be asked for inside.
  for (let region = analysis.regionOf[from]; region !== undefined; region = analysis.regions[region]!.parent) {
    const { nodes } = analysis.regions[region]!;
    if (nodes.has(to)) break;
    for (const loop of analysis.loops) if (nodes.has(loop.from) && !nodes.has(loop.to)) sources.add(loop.from);
  }
  return {
    from: id(from),
    ...(edge !== undefined && { edge }),
    kind,
    unsettledBy: [...sources].filter((source) => source !== from).map(id),
  };
}

/** On the independent axis only edges from it are there; elsewhere those from the axis are waited for only. */
function liveness(analysis: Analysis, from: number, to: number): Wait['kind'] {
  return analysis.axis.has(from) && !analysis.axis.has(to) ? 'axis' : 'live';
}
