import type { Analysis, Scope } from './analysis.ts';

/**
 * The nodes in the order in which they could run if each took as long as any other: every batch needs only the ones
 * before it. What follows a loop region comes after the whole of it. Ids, in the file's order within a batch.
 */
export function batches(analysis: Analysis): string[][] {
  const { graph, scopes } = analysis;
  const level = new Map<number, number>();

  /** Places the nodes of a scope from a level on; returns how many levels it takes. */
  function place(scope: Scope, start: number): number {
    const ends = new Map<number, number>();
    for (const item of inOrder(scope)) {
      const before = scope.edges.filter(({ to }) => to === item).map(({ from }) => ends.get(from)!);
      const first = Math.max(start, ...before);
      const it = scope.items[item]!;
      if (it.kind === 'node') level.set(it.node, first);
      ends.set(item, first + (it.kind === 'node' ? 1 : place(scopes[it.region + 1]!, first)));
    }
    return Math.max(start, ...ends.values()) - start;
  }

  const found = Array.from({ length: place(scopes[0]!, 0) }, (): string[] => []);
  graph.nodes.forEach(({ id }, node) => found[level.get(node)!]!.push(id));
  return found;
}

/** Items of a scope, each after those that it waits for. */
function inOrder({ items, edges }: Scope): number[] {
  const missing = items.map((_, item) => edges.filter(({ to }) => to === item).length);
  const ready = [...items.keys()].filter((item) => missing[item] === 0);
  for (const item of ready) {
    for (const { from, to } of edges) if (from === item && --missing[to]! === 0) ready.push(to);
  }
  return ready;
}
