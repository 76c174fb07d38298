import type { Graph, GraphEdge, GraphNode } from '../../lib/ir/graph.ts';
import { saysSkip } from './labels.ts';

/** What can follow a node of the graph dialect. */
export interface Ways {
  /** Normal forward edges; those that belong to `skip_when` apart. */
  readonly forward: readonly GraphEdge[];
  readonly skip: readonly GraphEdge[];
  readonly loops: readonly GraphEdge[];
  readonly onPass?: GraphEdge;
  readonly onFailure?: GraphEdge;
  /** The labels that a result may name. */
  readonly offered: readonly string[];
  /** Whether a label decides which of the forward edges are taken. */
  readonly chooses: boolean;
  /** Whether a result has to name one of them. */
  readonly mustName: boolean;
  /** Whether the loop is taken whenever the node passes. */
  readonly alwaysLoops: boolean;
}

/** What a passing node does: take forward edges, or ask for loops. */
export type Decision =
  | { readonly kind: 'take'; readonly edges: readonly GraphEdge[]; readonly label?: string }
  | { readonly kind: 'ask'; readonly edges: readonly GraphEdge[]; readonly label?: string }
  | { readonly kind: 'bad label'; readonly message: string };

export function waysOut(node: GraphNode, graph: Graph): Ways {
  const outgoing = graph.edges.filter((edge) => edge.from === node.id);
  const normal = outgoing.filter((edge) => edge.kind === 'normal' && !edge.loop);
  const skip = normal.filter((edge) => node.guard !== undefined && saysSkip(edge.label?.text));
  const forward = normal.filter((edge) => !skip.includes(edge));
  const loops = outgoing.filter((edge) => edge.kind === 'normal' && edge.loop);
  const onPass = outgoing.find((edge) => edge.kind === 'on_pass');
  const onFailure = outgoing.find((edge) => edge.kind === 'on_failure');
  const isFinal = graph.final?.text === node.id;

  const forwardLabels = labelsOf(forward);
  const loopLabels = labelsOf(loops);
  const alwaysLoops = loops.length === 1 && outgoing.length === 1 && !isFinal;
  const splitsAll = node.split?.value === 'all';
  const severalLabels = new Set([...forwardLabels, ...loopLabels]).size >= 2;
  const loopBesideOthers = loops.length > 0 && !alwaysLoops;
  const chooses = (severalLabels || loopBesideOthers) && !splitsAll;
  const mayNameNone =
    forward.some((edge) => edge.label === undefined) || isFinal || (onPass !== undefined && forwardLabels.length === 0);
  return {
    ...{ forward, skip, loops, alwaysLoops, chooses },
    ...(onPass && { onPass }),
    ...(onFailure && { onFailure }),
    offered: [...(chooses ? forwardLabels : []), ...(alwaysLoops ? [] : loopLabels)],
    mustName: chooses && !mayNameNone,
  };
}

/** What follows when the node passes and its result names this label. */
export function decide(ways: Ways, named: string | undefined): Decision {
  const label = named?.trim();
  if (label === undefined && ways.mustName) {
    return { kind: 'bad label', message: `names no label; offered are ${ways.offered.join(', ')}` };
  }
  if (label !== undefined && !ways.offered.includes(label)) {
    return { kind: 'bad label', message: `names '${label}'; offered are ${ways.offered.join(', ')}` };
  }
  if (ways.alwaysLoops) return { kind: 'ask', edges: ways.loops };
  const loops = ways.loops.filter((edge) => edge.label?.text.trim() === label);
  if (label !== undefined && loops.length > 0) return { kind: 'ask', edges: loops, label };
  const forward = ways.forward.filter(
    (edge) => edge.label === undefined || !ways.chooses || edge.label.text.trim() === label,
  );
  return {
    kind: 'take',
    edges: [...forward, ...(ways.onPass ? [ways.onPass] : [])],
    ...(label !== undefined && { label }),
  };
}

/** What follows a node that its `skip_when` skips: the edge for that, else as if it had passed and named nothing. */
export function takenWhenSkipped(ways: Ways): readonly GraphEdge[] {
  if (ways.skip.length > 0) return ways.skip;
  const forward = ways.forward.filter((edge) => edge.label === undefined || !ways.chooses);
  return [...forward, ...(ways.onPass ? [ways.onPass] : [])];
}

/** The label of an outcome that names none: the first of a normal forward edge, where one has to be named. */
export function defaultLabel(ways: Ways): string | undefined {
  return ways.mustName ? labelsOf(ways.forward)[0] : undefined;
}

function labelsOf(edges: readonly GraphEdge[]): string[] {
  return [...new Set(edges.flatMap((edge) => (edge.label ? [edge.label.text.trim()] : [])))];
}
