import type { Digraph, Reachability } from '../../ir/digraph.ts';
import { components, digraph, reached } from '../../ir/digraph.ts';

/** A back edge from `from` to `to`. */
export interface BackEdge {
  readonly from: number;
  readonly to: number;
}

type Nodes = ReadonlySet<number>;

/**
 * The family of loop regions (semantics: order). The region of a back edge s→t is every node on a forward path
 * from t to s. Regions that overlap without nesting are merged, each connected group at once; when none do, so are
 * groups of one nesting level that wait for each other; repeated until the family is nested and every level is acyclic.
 * The result is sorted so that a region stands after those that it lies in.
 */
export function mergedRegions(forward: Digraph, order: Reachability, loops: readonly BackEdge[]): Nodes[] {
  let family = distinct(loops.map((loop) => basicRegion(forward.size, order, loop)));
  for (;;) {
    const groups = overlappingGroups(family);
    const merging = groups.length > 0 ? groups : waitingGroups(forward, family);
    if (merging.length === 0) return family.sort((a, b) => b.size - a.size || smallest(a) - smallest(b));
    const gone = new Set(merging.flat());
    const merged = merging.map((group) => hull(forward, union(group.map((i) => family[i]!))));
    family = distinct([...family.filter((_, i) => !gone.has(i)), ...merged]);
  }
}

function basicRegion(size: number, order: Reachability, { from, to }: BackEdge): Nodes {
  const nodes = new Set([to, from]);
  for (let x = 0; x < size; x++) if (order.reaches(to, x) && order.reaches(x, from)) nodes.add(x);
  return nodes;
}

/** Groups of two or more regions, connected by overlap without nesting. */
function overlappingGroups(family: readonly Nodes[]): number[][] {
  const edges: [number, number][] = [];
  const holders = new Map<number, number[]>();
  family.forEach((nodes, i) => {
    for (const node of nodes)
      holders
        .set(node, holders.get(node) ?? [])
        .get(node)!
        .push(i);
  });
  const tried = new Set<number>();
  for (const list of new Set([...holders.values()].map((l) => l.join()))) {
    const members = list.split(',').map(Number);
    for (const a of members) {
      for (const b of members) {
        if (a >= b || tried.has(a * family.length + b)) continue;
        tried.add(a * family.length + b);
        if (!within(family[a]!, family[b]!) && !within(family[b]!, family[a]!)) edges.push([a, b], [b, a]);
      }
    }
  }
  return components(digraph(family.length, edges)).filter((group) => group.length > 1);
}

/** Groups of regions of one nesting level that wait for each other, so that contracting them leaves a cycle. */
function waitingGroups(forward: Digraph, family: readonly Nodes[]): number[][] {
  const bySize = family.map((nodes, region) => ({ nodes, region })).sort((a, b) => a.nodes.size - b.nodes.size);
  const parent = new Map<number, number>();
  bySize.forEach(({ nodes, region }, i) => {
    const first = nodes.values().next().value!;
    const outer = bySize.slice(i + 1).find((other) => other.nodes.has(first));
    if (outer) parent.set(region, outer.region);
  });
  const smallestOf = new Array<number>(forward.size).fill(-1);
  for (const { nodes, region } of bySize.toReversed()) for (const node of nodes) smallestOf[node] = region;
  // Items are the regions (by index) and the nodes (behind them); an edge belongs to the innermost level that holds both ends.
  const chain = (node: number) => {
    const items = [family.length + node];
    for (let at = smallestOf[node]!; at !== -1; at = parent.get(at) ?? -1) items.push(at);
    return items.reverse();
  };
  const chains = Array.from({ length: forward.size }, (_, node) => chain(node));
  const edges: [number, number][] = [];
  forward.successors.forEach((successors, from) => {
    for (const to of successors) {
      let level = 0;
      while (chains[from]![level] === chains[to]![level]) level++;
      edges.push([chains[from]![level]!, chains[to]![level]!]);
    }
  });
  return components(digraph(family.length + forward.size, edges))
    .map((group) => group.filter((item) => item < family.length))
    .filter((group) => group.length > 1);
}

/** The nodes and all nodes on forward paths between them. */
function hull(forward: Digraph, nodes: Nodes): Nodes {
  const before = reached(forward.predecessors, nodes);
  return new Set([...reached(forward.successors, nodes)].filter((node) => before.has(node)));
}

function union(sets: readonly Nodes[]): Nodes {
  return new Set(sets.flatMap((set) => [...set]));
}

function within(a: Nodes, b: Nodes): boolean {
  return a.size <= b.size && a.isSubsetOf(b);
}

function distinct(sets: readonly Nodes[]): Nodes[] {
  const byMembers = new Map(sets.map((set) => [[...set].sort((a, b) => a - b).join(), set]));
  return [...byMembers.values()];
}

function smallest(nodes: Nodes): number {
  return Math.min(...nodes);
}
