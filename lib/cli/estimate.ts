import type { Compiled } from '../compile/index.ts';

/** How long a run may take in which every node runs once, in seconds; nobody waits for people. */
export interface Estimate {
  /** By the last run and `expected_seconds`; null where they say nothing of some node. */
  readonly expected: number | null;
  /** By the timeouts. */
  readonly most: number;
}

/** Each batch takes as long as the longest of it. `lasted` has the seconds that nodes took the last time, by id. */
export function estimate(
  { graph, table }: Pick<Compiled, 'graph' | 'table'>,
  batches: readonly (readonly string[])[],
  lasted: ReadonlyMap<string, number>,
): Estimate {
  const stated = new Map(graph.nodes.map(({ id, expectedSeconds }) => [id, expectedSeconds]));
  const entries = new Map(table.nodes.map((node) => [node.id, node]));
  const longest = (seconds: (id: string) => number | undefined) =>
    batches.reduce(
      (total, ids) => total + Math.max(...ids.map((id) => (entries.get(id)!.human ? 0 : (seconds(id) ?? NaN)))),
      0,
    );
  const expected = longest((id) => lasted.get(id) ?? stated.get(id));
  return {
    expected: Number.isNaN(expected) ? null : Math.round(expected * 1000) / 1000,
    most: longest((id) => entries.get(id)!.timeoutSeconds),
  };
}
