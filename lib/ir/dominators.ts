import type { Digraph } from './digraph.ts';

/** The immediate dominator of each vertex seen from `root`: -1 for the root and for what it does not reach. */
export function dominators(graph: Digraph, root: number): number[] {
  const { postorder, order } = depthFirst(graph, root);
  const immediate = new Array<number>(graph.size).fill(-1);
  immediate[root] = root;
  // Walks up from both until they meet; a vertex's dominators have higher numbers in postorder.
  const meet = (a: number, b: number): number => {
    while (a !== b) {
      while (postorder[a]! < postorder[b]!) a = immediate[a]!;
      while (postorder[b]! < postorder[a]!) b = immediate[b]!;
    }
    return a;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (let i = order.length - 2; i >= 0; i--) {
      const vertex = order[i]!;
      const known = graph.predecessors[vertex]!.filter((other) => immediate[other] !== -1);
      const found = known.reduce(meet);
      if (found === immediate[vertex]) continue;
      immediate[vertex] = found;
      changed = true;
    }
  }
  immediate[root] = -1;
  return immediate;
}

/** The vertices that the root reaches in postorder, and each one's number in it. */
function depthFirst(graph: Digraph, root: number): { postorder: number[]; order: number[] } {
  const postorder = new Array<number>(graph.size).fill(-1);
  const seen = new Uint8Array(graph.size);
  const order: number[] = [];
  const work = [{ vertex: root, next: 0 }];
  seen[root] = 1;
  while (work.length > 0) {
    const frame = work.at(-1)!;
    const successor = graph.successors[frame.vertex]![frame.next++];
    if (successor === undefined) {
      postorder[frame.vertex] = order.push(frame.vertex) - 1;
      work.pop();
    } else if (!seen[successor]) {
      seen[successor] = 1;
      work.push({ vertex: successor, next: 0 });
    }
  }
  return { postorder, order };
}
