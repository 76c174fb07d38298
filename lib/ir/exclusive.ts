import { classifyEdges } from './classify.ts';
import type { Digraph } from './digraph.ts';
import { digraph } from './digraph.ts';
import { dominators } from './dominators.ts';
import type { Graph, GraphEdge } from './graph.ts';
import { independentAxis } from './independent-axis.ts';
import { isSkipLabel } from './label.ts';

/**
 * Tells whether two nodes, named by id, can never be alive together: some node stands on every way to both, and all
 * ways from it to the one begin with edges that are never taken together with those that begin the ways to the other.
 * A node that loops lead into counts as reached over them, too. Where this cannot tell, the answer is no.
 */
export function exclusive(graph: Graph): (a: string, b: string) => boolean {
  let answer: ((a: string, b: string) => boolean) | undefined;
  return (a, b) => (answer ??= prepare(graph))(a, b);
}

function prepare(graph: Graph): (a: string, b: string) => boolean {
  const index = new Map(graph.nodes.map((node, i) => [node.id, i]));
  const root = graph.nodes.length;
  const ways = livingWays(graph, index, root);
  const parent = dominators(ways, root);
  const depth = depths(parent);
  const arms = new Map<number, Arms>();

  return (a, b) => {
    const [one, other] = [index.get(a), index.get(b)];
    if (one === undefined || other === undefined || one === other) return false;
    const fork = nearestCommon(parent, depth, one, other);
    if (fork === -1 || fork === root || fork === one || fork === other) return false;
    if (!arms.has(fork)) arms.set(fork, armsOf(graph, index, ways, fork));
    const { edges, of } = arms.get(fork)!;
    const [left, right] = [of.get(one), of.get(other)];
    if (!left || !right) return false;
    return left.every((x) => right.every((y) => never(edges[x]!, edges[y]!)));
  };
}

/** The edges along which a node can become alive, with an additional vertex that leads to every entry node. */
function livingWays(graph: Graph, index: ReadonlyMap<string, number>, root: number): Digraph {
  const { forward, back } = classifyEdges(graph);
  const ends = (edge: GraphEdge): [number, number] => [index.get(edge.from)!, index.get(edge.to)!];
  const order = digraph(root, forward.map(ends));
  const axis = independentAxis(order, (vertex) => graph.nodes[vertex]!.independent);
  // An edge from the independent axis into a node beside it is waited for, but never makes that node live.
  const makesLive = ([from, to]: [number, number]) => !axis.has(from) || axis.has(to);
  const entries = graph.nodes.flatMap((node, i): [number, number][] =>
    node.independent || order.predecessors[i]!.length === 0 ? [[root, i]] : [],
  );
  return digraph(root + 1, [...forward.map(ends).filter(makesLive), ...back.map(ends), ...entries]);
}

/** What is known of an edge out of a fork, for telling which of them are never taken together. */
interface ArmEdge {
  readonly verdict: 'pass' | 'fail' | 'skip' | undefined;
  /** The label that must be chosen; absent where the edge is taken whatever is chosen. */
  readonly label: string | undefined;
}

interface Arms {
  readonly edges: readonly ArmEdge[];
  /** For each vertex the edges out of the fork that a way to it begins with. */
  readonly of: ReadonlyMap<number, readonly number[]>;
}

function never(a: ArmEdge, b: ArmEdge): boolean {
  if (a.verdict === 'fail' || b.verdict === 'fail') return a.verdict !== b.verdict;
  if (a.label === undefined || b.label === undefined) return false;
  return a.verdict === 'skip' || b.verdict === 'skip' ? a.verdict !== b.verdict : a.label !== b.label;
}

function armsOf(graph: Graph, index: ReadonlyMap<string, number>, ways: Digraph, fork: number): Arms {
  const node = graph.nodes[fork]!;
  const skips = (edge: GraphEdge) =>
    node.guard !== undefined && edge.kind === 'normal' && isSkipLabel(edge.label?.text);
  const outgoing = graph.edges.filter((edge) => edge.from === node.id && index.has(edge.to));
  const labels = new Set(
    outgoing.filter((edge) => edge.kind === 'normal' && !skips(edge)).map(({ label }) => label?.text.trim()),
  );
  labels.delete(undefined);
  const chooses = node.split?.value !== 'all' && labels.size > 1;
  const groups = new Map<string, { edge: ArmEdge; starts: number[] }>();
  for (const edge of outgoing) {
    // A loop leads back before the fork, so nothing behind the fork is reached over it without coming here again.
    if (edge.loop) continue;
    const verdict =
      edge.kind === 'on_failure' ? 'fail' : edge.kind === 'on_pass' ? 'pass' : skips(edge) ? 'skip' : undefined;
    const label = verdict === 'skip' || (verdict === undefined && chooses) ? edge.label?.text.trim() : undefined;
    const key = JSON.stringify([verdict, label]);
    if (!groups.has(key)) groups.set(key, { edge: { verdict, label }, starts: [] });
    groups.get(key)!.starts.push(index.get(edge.to)!);
  }
  const of = new Map<number, number[]>();
  [...groups.values()].forEach(({ starts }, group) => {
    for (const vertex of reachedWithout(ways, starts, fork)) of.set(vertex, [...(of.get(vertex) ?? []), group]);
  });
  return { edges: [...groups.values()].map(({ edge }) => edge), of };
}

/** What is reached without passing the fork again: after a loop its latest choice counts. */
function reachedWithout(graph: Digraph, starts: readonly number[], fork: number): Set<number> {
  const seen = new Set(starts);
  seen.delete(fork);
  for (const vertex of seen) for (const next of graph.successors[vertex]!) if (next !== fork) seen.add(next);
  return seen;
}

function depths(parent: readonly number[]): number[] {
  const depth = new Array<number>(parent.length).fill(-1);
  parent.forEach((_, start) => {
    const path: number[] = [];
    let at = start;
    for (; at !== -1 && depth[at] === -1; at = parent[at]!) path.push(at);
    let level = at === -1 ? 0 : depth[at]! + 1;
    for (const vertex of path.reverse()) depth[vertex] = level++;
  });
  return depth;
}

function nearestCommon(parent: readonly number[], depth: readonly number[], a: number, b: number): number {
  while (a !== b && a !== -1 && b !== -1) {
    if (depth[a]! >= depth[b]!) a = parent[a]!;
    else b = parent[b]!;
  }
  return a === b ? a : -1;
}
