/** An edge as far as ways through the graph are concerned. */
export interface Way {
  readonly from: string;
  readonly to: string;
}

/** All nodes that can be reached from these, these included. */
export function reachedFrom(starts: Iterable<string>, ways: readonly Way[]): Set<string> {
  const reached = new Set(starts);
  let grown = true;
  while (grown) {
    grown = false;
    for (const way of ways) {
      if (reached.has(way.from) && !reached.has(way.to)) {
        reached.add(way.to);
        grown = true;
      }
    }
  }
  return reached;
}

/** All nodes from which one of these can be reached, these included. */
export function reaching(ends: Iterable<string>, ways: readonly Way[]): Set<string> {
  return reachedFrom(
    ends,
    ways.map(({ from, to }) => ({ from: to, to: from })),
  );
}

/** All nodes on ways between these, these included. */
export function between(members: Iterable<string>, ways: readonly Way[]): Set<string> {
  const ends = [...members];
  return reachedFrom(ends, ways).intersection(reaching(ends, ways));
}
