import type { Graph, GraphEdge, GraphNode } from '../../ir/graph.ts';
import type { NodeOutcomes } from '../../ir/analysis.ts';
import type { Outcome } from '../../ir/table.ts';
import { isSkipLabel } from '../../ir/label.ts';
import { uniqueNames } from '../../ir/names.ts';
import { slug } from '../../ir/slug.ts';

interface OutEdge {
  readonly index: number;
  readonly edge: GraphEdge;
  readonly label: string | undefined;
}

interface Ways {
  readonly unlabelled: readonly OutEdge[];
  readonly labelled: readonly OutEdge[];
  readonly skip: readonly OutEdge[];
  readonly loops: readonly OutEdge[];
  readonly pass: OutEdge | undefined;
  readonly fail: OutEdge | undefined;
}

const RESERVED = ['next', 'skip', 'failed', 'on_pass', 'on_failure', 'dead', 'waiting', 'go'];

/**
 * Everything that can follow a node (semantics: which edges are taken): which edges each outcome takes,
 * or the loop that it asks for. `loopOf` gives the index of a back edge among the loops.
 */
export function outcomesOf(
  graph: Graph,
  node: GraphNode,
  outgoing: readonly number[],
  loopOf: ReadonlyMap<number, number>,
): NodeOutcomes {
  const ways = sortOut(graph, node, outgoing);
  const { pass, fail } = ways;
  const gate = pass !== undefined || fail !== undefined;
  const drafts: Draft[] = [...passes(graph, node, ways)];
  if (fail) {
    const loop = loopOf.get(fail.index);
    drafts.push({
      wish: 'on_failure',
      kind: 'fail',
      takes: loop === undefined ? [fail.index] : [],
      ...(loop !== undefined && { asks: loop }),
    });
  }
  if (node.guard) drafts.push({ wish: 'skip', kind: 'skip', takes: skipTakes(ways) });
  if (node.onError === 'continue' || node.onError === 'skip-dependents') {
    const takes = node.onError === 'continue' ? ways.unlabelled.map((e) => e.index) : [];
    drafts.push({ wish: 'failed', kind: 'tolerated', takes });
  }
  return {
    outcomes: named(drafts, loopOf),
    gate,
    mayNameNone: drafts.some(({ kind, label }) => kind === 'pass' && label === undefined),
  };
}

interface Draft {
  /** The slug it would like to have. */
  readonly wish: string;
  readonly kind: Outcome['kind'];
  readonly label?: string;
  readonly takes: readonly number[];
  /** Index of the back edge, for a loop that is chosen by its label. */
  readonly loop?: number;
  readonly asks?: number;
}

/** What can follow when the node passes. */
function* passes(graph: Graph, node: GraphNode, ways: Ways): Iterable<Draft> {
  const isFinal = graph.final?.text === node.id;
  const always = [...ways.unlabelled, ...(ways.pass ? [ways.pass] : [])].map((e) => e.index);
  const onPass = ways.pass ? 'on_pass' : 'next';
  const onlyLoop =
    ways.loops.length === 1 && ways.labelled.length + ways.skip.length + always.length === 0 && !ways.fail;
  if (onlyLoop && !isFinal) {
    const loop = ways.loops[0]!;
    yield { wish: `loop-${slug(loop.edge.to)}`, kind: 'pass', takes: [], loop: loop.index };
    return;
  }
  const labels = [...new Set(ways.labelled.map((e) => e.label!))];
  const splits = node.split?.value === 'all';
  const chooses = ways.loops.length > 0 || labels.length > 1;
  if (splits || !chooses) {
    yield {
      wish: onPass,
      kind: 'pass',
      takes: [...always, ...ways.labelled.map((e) => e.index)].sort((a, b) => a - b),
    };
  } else {
    const mayNameNone = ways.unlabelled.length > 0 || isFinal || (ways.pass !== undefined && labels.length === 0);
    if (mayNameNone) yield { wish: onPass, kind: 'pass', takes: always };
    for (const label of labels) {
      const chosen = ways.labelled.filter((e) => e.label === label).map((e) => e.index);
      const wish = ways.pass ? `on_pass-${slug(label)}` : slug(label).slice(0, 48);
      yield { wish, kind: 'pass', label, takes: [...always, ...chosen].sort((a, b) => a - b) };
    }
  }
  for (const loop of ways.loops)
    yield {
      wish: `loop-${slug(loop.edge.to)}`,
      kind: 'pass',
      ...(loop.label !== undefined && { label: loop.label }),
      takes: [],
      loop: loop.index,
    };
}

/** A node skipped by its own predicate follows its skip edges, or else goes on as if it had passed; it never loops. */
function skipTakes(ways: Ways): number[] {
  if (ways.skip.length > 0) return ways.skip.map((e) => e.index);
  const labels = new Set(ways.labelled.map((e) => e.label));
  const caption = labels.size === 1 ? ways.labelled : [];
  return [...ways.unlabelled, ...caption, ...(ways.pass ? [ways.pass] : [])].map((e) => e.index).sort((a, b) => a - b);
}

function sortOut(graph: Graph, node: GraphNode, outgoing: readonly number[]): Ways {
  const edges = outgoing.map((index): OutEdge => {
    const edge = graph.edges[index]!;
    return { index, edge, label: edge.label?.text.trim() };
  });
  const normal = edges.filter(({ edge }) => edge.kind === 'normal' && !edge.loop);
  const skips = (e: OutEdge) => node.guard?.kind === 'skip_when' && isSkipLabel(e.label);
  return {
    unlabelled: normal.filter((e) => e.label === undefined),
    labelled: normal.filter((e) => e.label !== undefined && !skips(e)),
    skip: normal.filter(skips),
    loops: edges.filter(({ edge }) => edge.kind === 'normal' && edge.loop),
    pass: edges.find(({ edge }) => edge.kind === 'on_pass'),
    fail: edges.find(({ edge }) => edge.kind === 'on_failure'),
  };
}

/** Slugs that are unique in the node and do not depend on the order of its edges. */
function named(drafts: readonly Draft[], loopOf: ReadonlyMap<number, number>): Outcome[] {
  const key = (draft: Draft) => `${draft.wish}\n${draft.label ?? ''}`;
  const chosen = drafts.filter((draft) => draft.label !== undefined || draft.loop !== undefined);
  const names = uniqueNames(
    chosen.map((draft) => [key(draft), draft.wish]),
    60,
    RESERVED,
  );
  return drafts.map((draft) => {
    const asks = draft.loop === undefined ? draft.asks : loopOf.get(draft.loop);
    return {
      slug: names.get(key(draft)) ?? draft.wish,
      kind: draft.kind,
      ...(draft.label !== undefined && { label: draft.label }),
      takes: draft.takes,
      ...(asks !== undefined && { asks }),
    };
  });
}
