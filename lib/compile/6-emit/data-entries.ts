import type { Analysis } from '../../ir/analysis.ts';
import { digraph, reachability, reached } from '../../ir/digraph.ts';
import { overlaps, pathAndParents } from '../../ir/paths.ts';
import type { ContextEntry, InputEntry } from '../../ir/table.ts';

/**
 * For each node the context keys whose value another node gives: outputs of steps that it reads or depends on, and
 * status and label of ancestors that its predicate reads. Only what is ordered before the node counts.
 */
export function contextEntries(analysis: Analysis): ContextEntry[][] {
  const { graph } = analysis;
  const reading = graph.nodes.some((node) => node.reads.length > 0 || node.outputAs);
  if (!reading) return graph.nodes.map(() => []);
  return graph.dialect === 'steps' ? stepOutputs(analysis) : ancestorStates(analysis);
}

function stepOutputs(analysis: Analysis): ContextEntry[][] {
  const { graph } = analysis;
  const writer = new Map(graph.nodes.flatMap((node, i) => (node.outputAs ? [[node.outputAs.text, i] as const] : [])));
  const before = reachability(
    digraph(
      graph.nodes.length,
      analysis.scopes[0]!.edges.map(({ from, to }) => [from, to] as const),
    ),
  );
  return graph.nodes.map((node, i) => {
    const keys = new Set(node.reads.map((read) => read.text));
    for (const edge of analysis.entering[i]!) {
      const from = graph.nodes[analysis.ends[edge]![0]]!.outputAs;
      if (from) keys.add(from.text);
    }
    return [...keys].flatMap((key): ContextEntry[] => {
      const from = writer.get(key);
      return from !== undefined && before.reaches(from, i)
        ? [{ key, node: graph.nodes[from]!.id, value: 'output' }]
        : [];
    });
  });
}

function ancestorStates(analysis: Analysis): ContextEntry[][] {
  const { graph } = analysis;
  const predecessors = digraph(
    graph.nodes.length,
    analysis.forward.map((edge) => analysis.ends[edge]!),
  ).predecessors;
  return graph.nodes.map((node, i) => {
    if (node.reads.length === 0) return [];
    const keys = new Map<string, ContextEntry>();
    for (const ancestor of reached(predecessors, [i])) {
      if (ancestor === i) continue;
      const { id } = graph.nodes[ancestor]!;
      const stem = id.replace(/[^A-Za-z0-9_]/gu, '_');
      for (const value of ['status', 'label'] as const)
        keys.set(`${stem}_${value}`, { key: `${stem}_${value}`, node: id, value });
    }
    return node.reads.flatMap(({ text }) => keys.get(text) ?? []);
  });
}

/** For each node its input artifacts with the other nodes that may have produced them, in resolved order. */
export function inputEntries(analysis: Analysis): InputEntry[][] {
  const { nodes } = analysis.graph;
  const declared = new Map<string, Set<number>>();
  const inside = new Map<string, Set<number>>();
  const note = (map: Map<string, Set<number>>, key: string, node: number) =>
    map
      .set(key, map.get(key) ?? new Set())
      .get(key)!
      .add(node);
  const place = new Map(analysis.order.map((node, i) => [node, i]));
  nodes.forEach((node, i) => {
    for (const { text } of node.outputs) {
      note(declared, text, i);
      for (const parent of pathAndParents(text).slice(1)) note(inside, parent, i);
    }
  });
  return nodes.map((node, i) =>
    node.inputs.map(({ text }) => {
      const near = [
        ...pathAndParents(text).flatMap((key) => [...(declared.get(key) ?? [])]),
        ...(inside.get(text) ?? []),
      ];
      const producers = [...new Set(near)].filter(
        (p) => p !== i && nodes[p]!.outputs.some((output) => overlaps(output.text, text)),
      );
      return {
        path: text,
        producers: producers.sort((a, b) => place.get(a)! - place.get(b)!).map((p) => nodes[p]!.id),
      };
    }),
  );
}
