import { MinHeap } from './min-heap.ts';

/** Plain algorithms on directed graphs whose vertices are 0 … size-1. Nothing here knows of workflows. */
export interface Digraph {
  readonly size: number;
  readonly successors: readonly (readonly number[])[];
  readonly predecessors: readonly (readonly number[])[];
}

/** Builds a digraph; parallel edges are kept once, in the order of the first. */
export function digraph(size: number, edges: Iterable<readonly [number, number]>): Digraph {
  const successors = Array.from({ length: size }, () => new Set<number>());
  const predecessors = Array.from({ length: size }, () => new Set<number>());
  for (const [from, to] of edges) {
    successors[from]!.add(to);
    predecessors[to]!.add(from);
  }
  return { size, successors: successors.map((s) => [...s]), predecessors: predecessors.map((s) => [...s]) };
}

/**
 * Kahn's order, the lowest vertex first among the ready ones. Vertices on or behind a cycle are left out,
 * so the graph is acyclic exactly when the result holds all of them.
 */
export function topologicalOrder(graph: Digraph): number[] {
  const waiting = graph.predecessors.map((p) => p.length);
  const ready = new MinHeap();
  waiting.forEach((count, vertex) => {
    if (count === 0) ready.push(vertex);
  });
  const order: number[] = [];
  for (let vertex = ready.pop(); vertex !== undefined; vertex = ready.pop()) {
    order.push(vertex);
    for (const next of graph.successors[vertex]!) if (--waiting[next]! === 0) ready.push(next);
  }
  return order;
}

/** Strongly connected components (Tarjan, without recursion), each in ascending order, sorted by first vertex. */
export function components(graph: Digraph): number[][] {
  const index = new Array<number>(graph.size).fill(-1);
  const low = new Array<number>(graph.size).fill(0);
  const onStack = new Uint8Array(graph.size);
  const stack: number[] = [];
  const found: number[][] = [];
  let counter = 0;
  for (let root = 0; root < graph.size; root++) {
    if (index[root] !== -1) continue;
    const work: { vertex: number; next: number }[] = [{ vertex: root, next: 0 }];
    while (work.length > 0) {
      const frame = work.at(-1)!;
      const { vertex } = frame;
      if (frame.next === 0) {
        index[vertex] = low[vertex] = counter++;
        stack.push(vertex);
        onStack[vertex] = 1;
      }
      const successor = graph.successors[vertex]![frame.next++];
      if (successor !== undefined) {
        if (index[successor] === -1) work.push({ vertex: successor, next: 0 });
        else if (onStack[successor]) low[vertex] = Math.min(low[vertex]!, index[successor]!);
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent) low[parent.vertex] = Math.min(low[parent.vertex]!, low[vertex]!);
      if (low[vertex] === index[vertex]) {
        const component: number[] = [];
        let member: number;
        do {
          member = stack.pop()!;
          onStack[member] = 0;
          component.push(member);
        } while (member !== vertex);
        found.push(component.sort((a, b) => a - b));
      }
    }
  }
  return found.sort((a, b) => a[0]! - b[0]!);
}

/** The vertices reached from `start` (itself included) along `next`, which is `successors` or `predecessors`. */
export function reached(next: readonly (readonly number[])[], start: Iterable<number>): Set<number> {
  const seen = new Set(start);
  for (const vertex of seen) for (const other of next[vertex]!) seen.add(other);
  return seen;
}

/** A shortest path of at least one edge from one vertex to another, both named; empty when there is none. */
export function shortestPath(graph: Digraph, from: number, to: number): number[] {
  const cameFrom = new Map<number, number>();
  const queue = [from];
  for (const vertex of queue) {
    for (const next of graph.successors[vertex]!) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, vertex);
      if (next === to) {
        const path = [to];
        for (let at = cameFrom.get(to)!; at !== from; at = cameFrom.get(at)!) path.push(at);
        return [from, ...path.reverse()];
      }
      queue.push(next);
    }
  }
  return [];
}

/** Which vertex comes before which: one bit a pair, so that a query costs nothing on graphs of thousands of nodes. */
export interface Reachability {
  /** Whether a path of at least one edge leads from one vertex to the other. */
  reaches(from: number, to: number): boolean;
}

/** Descendants of each vertex of an acyclic graph. */
export function reachability(graph: Digraph): Reachability {
  const words = Math.ceil(graph.size / 32);
  const rows = new Uint32Array(graph.size * words);
  const order = topologicalOrder(graph);
  for (let i = order.length - 1; i >= 0; i--) {
    const vertex = order[i]!;
    const row = vertex * words;
    for (const next of graph.successors[vertex]!) {
      rows[row + (next >>> 5)]! |= 1 << (next & 31);
      for (let w = 0; w < words; w++) rows[row + w]! |= rows[next * words + w]!;
    }
  }
  return { reaches: (from, to) => (rows[from * words + (to >>> 5)]! & (1 << (to & 31))) !== 0 };
}
