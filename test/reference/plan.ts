import type { Graph, GraphEdge, GraphNode } from '../../lib/ir/graph.ts';
import type { Ways } from './choice.ts';
import { waysOut } from './choice.ts';
import type { Edges } from './edges.ts';
import { independentAxis, splitEdges } from './edges.ts';
import { statedLimit } from './labels.ts';
import { reaching } from './reach.ts';
import type { Region } from './regions.ts';
import { findRegions, regionOf } from './regions.ts';

/** All that can be said of a workflow of the graph dialect before it runs. */
export interface Plan {
  readonly graph: Graph;
  readonly edges: Edges;
  readonly regions: readonly Region[];
  readonly nodes: ReadonlyMap<string, PlannedNode>;
  /** The region and the bound of each back edge. */
  readonly loops: ReadonlyMap<GraphEdge, { readonly region: Region; readonly limit: number }>;
}

export interface PlannedNode {
  readonly node: GraphNode;
  readonly ways: Ways;
  /** Incoming forward edges, all of which are waited for. */
  readonly incoming: readonly GraphEdge[];
  /** Those of them that can make the node live. */
  readonly enlivening: readonly GraphEdge[];
  /** All nodes before it by forward edges. */
  readonly ancestors: ReadonlySet<string>;
}

export function planGraph(graph: Graph): Plan {
  const edges = splitEdges(graph);
  const ids = graph.nodes.map((node) => node.id);
  const regions = findRegions(ids, edges);
  const axis = independentAxis(graph, edges.forward);
  const planNode = (node: GraphNode): PlannedNode => {
    const incoming = edges.forward.filter((edge) => edge.to === node.id);
    const offAxis = incoming.filter((edge) => !axis.has(edge.from));
    const ancestors = reaching([node.id], edges.forward);
    ancestors.delete(node.id);
    return {
      node,
      ways: waysOut(node, graph),
      incoming,
      enlivening: offAxis.length > 0 ? offAxis : incoming,
      ancestors,
    };
  };
  const planLoop = (edge: GraphEdge) => ({
    region: regionOf(edge, regions),
    limit: statedLimit(edge.label?.text) ?? 2,
  });
  return {
    ...{ graph, edges, regions },
    nodes: new Map(graph.nodes.map((node) => [node.id, planNode(node)])),
    loops: new Map(edges.back.map((edge) => [edge, planLoop(edge)])),
  };
}
