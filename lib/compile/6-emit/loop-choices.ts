import type { Analysis } from '../../ir/analysis.ts';
import { digraph, reached } from '../../ir/digraph.ts';
import type { RegionTree, Shape } from '../../ir/shape.ts';
import { lastNodes, pathTo, regionInputs, regionItems } from '../../ir/shape.ts';
import { nodesOf } from '../../ir/tree.ts';

/** A Choice behind an item of a region that goes back where a loop was asked for. */
export interface LoopChoice {
  /** The item of the region's top-level sequence that it stands behind. */
  readonly behind: number;
  /** The loop whose target stands furthest ahead comes first, so that loops asked for together are taken from there. */
  readonly backs: readonly LoopBack[];
}

export interface LoopBack {
  readonly loop: number;
  /** The item that holds its target. */
  readonly to: number;
  /** Where the source's own result stands in the Choice's input; undefined where later results report the ask. */
  readonly path: string | undefined;
  /** Nodes whose results must report the ask, where `path` is undefined. */
  readonly reporters: readonly number[];
}

/**
 * Where the Choices of a region's own loops stand: behind the item that holds the source, when all that follows in the
 * region waits for that source anyway, else at the region's end, since the rest of the region drains first.
 */
export function loopChoices(analysis: Analysis, tree: RegionTree, input: Shape): LoopChoice[] {
  const items = regionItems(tree);
  const nodes = items.map(nodesOf);
  const itemOf = new Map(nodes.flatMap((list, item) => list.map((node) => [node, item] as const)));
  const inside = analysis.forward
    .map((edge) => analysis.ends[edge]!)
    .filter(([from, to]) => itemOf.has(from) && itemOf.has(to));
  const successors = digraph(analysis.graph.nodes.length, inside).successors;
  const slugs = (node: number) => analysis.outcomes[node]!.outcomes.map((outcome) => outcome.slug);
  const shapes = regionInputs(tree, input).slice(1);

  const own = analysis.regions[tree.region]!.loops.map((loop) => {
    const { from, to } = analysis.loops[loop]!;
    const waiting = reached(successors, [from]);
    const source = itemOf.get(from)!;
    let behind = source;
    while (!nodes.slice(behind + 1).every((list) => list.every((node) => waiting.has(node)))) behind++;
    return { loop, from, source, behind, to: itemOf.get(to)! };
  });
  togetherWhereAskedTogether(own);

  const byPlace = new Map<number, LoopBack[]>();
  for (const { loop, from, behind, to } of own) {
    const asks = slugs(from).filter((_, i) => analysis.outcomes[from]!.outcomes[i]!.asks === loop);
    const path = pathTo(shapes[behind]!, { node: from, tested: asks, slugs });
    const reporters = path === undefined ? lastNodes(items.slice(0, behind + 1)) : [];
    byPlace.set(behind, [...(byPlace.get(behind) ?? []), { loop, to, path, reporters }]);
  }
  return [...byPlace]
    .map(([behind, backs]) => ({ behind, backs: backs.sort((a, b) => a.to - b.to || a.loop - b.loop) }))
    .sort((a, b) => a.behind - b.behind);
}

/**
 * Loops that may be asked for by the time of one Choice are taken together, so that Choice must know them all: one that
 * has to let more of the region drain holds back those that could go at once.
 */
function togetherWhereAskedTogether(loops: { source: number; behind: number }[]): void {
  for (let moved = true; moved;) {
    moved = false;
    for (const loop of loops) {
      const last = Math.max(...loops.filter((other) => other.source <= loop.behind).map((other) => other.behind));
      if (last > loop.behind) [loop.behind, moved] = [last, true];
    }
  }
}
