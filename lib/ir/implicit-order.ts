import { reached } from './digraph.ts';
import type { Graph } from './graph.ts';
import type { Position } from './position.ts';

/** An order that no `depends_on` states: the step `to` reads what the step `from` stores under `key`. */
export interface ImplicitOrder {
  readonly from: string;
  readonly to: string;
  readonly key: string;
  /** Where the key is read. */
  readonly at: Position;
}

/**
 * Steps that read a context key are ordered after the step that stores it, unless they depend on it anyway, or the
 * order would close a cycle with dependencies and orders found before (semantics: steps dialect). Readers come in file
 * order, then the keys in the order in which a reader reads them.
 */
export function implicitOrder(graph: Graph): ImplicitOrder[] {
  return contextReads(graph).found;
}

/** The reads that could not be ordered: the step that stores the key comes after the one that reads it. */
export function readsBeforeWrite(graph: Graph): ImplicitOrder[] {
  return contextReads(graph).refused;
}

function contextReads(graph: Graph): { found: ImplicitOrder[]; refused: ImplicitOrder[] } {
  const found: ImplicitOrder[] = [];
  const refused: ImplicitOrder[] = [];
  const writers = new Map<string, number>();
  graph.nodes.forEach(({ outputAs }, i) => {
    if (outputAs && !writers.has(outputAs.text)) writers.set(outputAs.text, i);
  });
  if (writers.size === 0) return { found, refused };

  const index = new Map(graph.nodes.map((node, i) => [node.id, i]));
  const successors = graph.nodes.map((): number[] => []);
  for (const { from, to } of graph.edges) {
    const [a, b] = [index.get(from), index.get(to)];
    if (a !== undefined && b !== undefined) successors[a]!.push(b);
  }
  graph.nodes.forEach((node, reader) => {
    for (const { text: key, at } of node.reads) {
      const writer = writers.get(key);
      if (writer === undefined || writer === reader) continue;
      if (reached(successors, [writer]).has(reader)) continue;
      const order = { from: graph.nodes[writer]!.id, to: node.id, key, at };
      if (reached(successors, [reader]).has(writer)) {
        refused.push(order);
        continue;
      }
      successors[writer]!.push(reader);
      found.push(order);
    }
  });
  return { found, refused };
}
