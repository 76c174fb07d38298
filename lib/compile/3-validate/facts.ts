import { suggester } from '../../diagnostics/near.ts';
import type { Report } from '../../diagnostics/report.ts';
import { ancestors } from '../../ir/ancestors.ts';
import { classifyEdges } from '../../ir/classify.ts';
import type { Graph, GraphEdge, GraphNode } from '../../ir/graph.ts';
import type { Closing } from './cycles.ts';
import { closingEdges } from './cycles.ts';
import type { Environment } from './environment.ts';

/** What several rules need to know. It is worked out once, and only when it is asked for. */
export interface Facts {
  readonly graph: Graph;
  readonly environment: Environment;
  readonly report: Report;
  /** The known name that may have been meant. */
  readonly suggest: (name: string, known: Iterable<string>) => string | undefined;
  /** The first node of each id. */
  readonly nodeOf: ReadonlyMap<string, GraphNode>;
  /** Edges by the node that they leave, in file order; also those that lead nowhere. */
  readonly outgoing: (id: string) => readonly GraphEdge[];
  /** Edges whose two ends are nodes, and differ. */
  readonly sound: readonly GraphEdge[];
  /** Edges that close a cycle which no loop allows. */
  readonly closing: () => readonly Closing[];
  /** Whether one node comes before another along forward edges. */
  readonly before: (id: string, other: string) => boolean;
  /** Likewise along any edges, loops included. */
  readonly everBefore: (id: string, other: string) => boolean;
}

export type Rule = (facts: Facts) => void;

export function gatherFacts(graph: Graph, environment: Environment, report: Report): Facts {
  const nodeOf = new Map<string, GraphNode>();
  for (const node of graph.nodes) if (!nodeOf.has(node.id)) nodeOf.set(node.id, node);
  const leaving = Map.groupBy(graph.edges, ({ from }) => from);
  const sound = graph.edges.filter(({ from, to }) => from !== to && nodeOf.has(from) && nodeOf.has(to));
  const closing = once(() => closingEdges(graph, sound));
  const before = once(() => {
    const wrong = new Set(closing().map(({ edge }) => edge));
    const acyclic = { ...graph, edges: sound.filter((edge) => !wrong.has(edge)) };
    return ancestors(graph, classifyEdges(acyclic).forward);
  });
  const everBefore = once(() => ancestors(graph, sound));
  return {
    graph,
    environment,
    report,
    suggest: suggester(),
    nodeOf,
    outgoing: (id) => leaving.get(id) ?? [],
    sound,
    closing,
    before: (id, other) => before()(id, other),
    everBefore: (id, other) => everBefore()(id, other),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
