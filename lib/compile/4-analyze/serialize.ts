import type { Order, Region, Scope } from '../../ir/analysis.ts';
import type { GraphNode } from '../../ir/graph.ts';
import { isDirectory, overlaps, pathAndParents } from '../../ir/paths.ts';
import { Levels } from './scopes.ts';

/**
 * Orders nodes whose file sets overlap: an output of one with an output or input of the other (semantics: order).
 * The producer comes before the reader, else the file's order decides, pair after pair; reversed where it would
 * close a cycle. Nodes that are never alive together are left alone. Orders from elsewhere (context keys) come first.
 */
export function serialize(
  nodes: readonly GraphNode[],
  scopes: readonly Scope[],
  regions: readonly Region[],
  regionOf: readonly (number | undefined)[],
  exclusive: (a: string, b: string) => boolean,
  first: readonly Order[],
): Order[] {
  const levels = new Levels(regions, regionOf);
  const shapes = scopes.map(
    (scope) =>
      new GrowingOrder(
        scope.items.length,
        scope.edges.map(({ from, to }) => [from, to] as const),
      ),
  );
  const place = (a: number, b: number) => {
    const at = levels.common(a, b);
    const { itemOf } = scopes[at]!;
    return { shape: shapes[at]!, from: itemOf.get(a)!, to: itemOf.get(b)! };
  };
  const orders: Order[] = [];
  const add = (order: Order): boolean => {
    const { shape, from, to } = place(order.from, order.to);
    if (from === to || shape.precedes(to, from)) return false;
    shape.add(from, to);
    orders.push(order);
    return true;
  };
  for (const order of first) add(order);
  for (const { a, b, path, producer } of overlappingPairs(nodes)) {
    if (exclusive(nodes[a]!.id, nodes[b]!.id)) continue;
    const { shape, from, to } = place(a, b);
    if (shape.precedes(from, to) || shape.precedes(to, from)) continue;
    const [early, late] = producer === b ? [b, a] : [a, b];
    const why = `both use ${path}`;
    if (!add({ from: early, to: late, why })) add({ from: late, to: early, why });
  }
  return orders;
}

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly path: string;
  /** Which of the two writes what the other only reads, if that is so. */
  readonly producer: number | undefined;
}

/** Pairs a < b of nodes whose file sets overlap, in file order. */
function overlappingPairs(nodes: readonly GraphNode[]): Pair[] {
  const declared = new Map<string, number[]>();
  const inside = new Map<string, number[]>();
  const note = (map: Map<string, number[]>, key: string, node: number) =>
    map
      .set(key, map.get(key) ?? [])
      .get(key)!
      .push(node);
  nodes.forEach((node, i) => {
    for (const { text } of [...node.inputs, ...node.outputs]) {
      note(declared, text, i);
      for (const parent of pathAndParents(text).slice(1)) note(inside, parent, i);
    }
  });
  const pairs = new Map<number, Pair>();
  nodes.forEach((node, a) => {
    for (const output of node.outputs) {
      const same = pathAndParents(output.text).flatMap((key) => declared.get(key) ?? []);
      const near = new Set([...same, ...(isDirectory(output.text) ? (inside.get(output.text) ?? []) : [])]);
      for (const b of near) {
        if (a === b) continue;
        const other = nodes[b]!;
        const writes = other.outputs.some(({ text }) => overlaps(output.text, text));
        const reads = other.inputs.some(({ text }) => overlaps(output.text, text));
        if (!writes && !reads) continue;
        const [low, high] = a < b ? [a, b] : [b, a];
        const key = low * nodes.length + high;
        const alsoReads = node.inputs.some(({ text }) => other.outputs.some((o) => overlaps(o.text, text)));
        if (!pairs.has(key))
          pairs.set(key, { a: low, b: high, path: output.text, producer: reads && !alsoReads ? a : undefined });
      }
    }
  });
  return [...pairs.values()].sort((x, y) => x.a - y.a || x.b - y.b);
}

/** A partial order that grows by pairs and answers who precedes whom by a search, since few pairs are added. */
class GrowingOrder {
  private readonly successors: number[][];
  private readonly seen: Uint32Array;
  private search = 0;

  constructor(size: number, edges: readonly (readonly [number, number])[]) {
    this.successors = Array.from({ length: size }, () => []);
    this.seen = new Uint32Array(size);
    for (const [from, to] of edges) this.add(from, to);
  }

  add(from: number, to: number): void {
    this.successors[from]!.push(to);
  }

  precedes(from: number, to: number): boolean {
    if (from === to) return false;
    const mark = ++this.search;
    const queue = [from];
    for (const vertex of queue) {
      for (const next of this.successors[vertex]!) {
        if (next === to) return true;
        if (this.seen[next] === mark) continue;
        this.seen[next] = mark;
        queue.push(next);
      }
    }
    return false;
  }
}
