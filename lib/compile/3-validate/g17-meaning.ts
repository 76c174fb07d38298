import type { GraphEdge, GraphNode } from '../../ir/graph.ts';
import { isSkipLabel } from '../../ir/label.ts';
import type { Facts, Rule } from './facts.ts';

/** G17: of each edge it is clear when it is taken. */
export const meaning: Rule = (facts) => {
  for (const node of facts.nodeOf.values()) {
    const edges = facts.outgoing(node.id);
    for (const edge of edges) {
      if (edge.loop) loopMeaning(node, edge, edges, facts);
    }
    if (node.split?.value === 'one') splitMeaning(node, edges, facts);
  }
};

function loopMeaning(node: GraphNode, edge: GraphEdge, edges: readonly GraphEdge[], { report }: Facts): void {
  const { from, to, kind, label, at } = edge;
  if (kind === 'on_pass') report('loopOnPass', { from, to }, at);
  if (kind !== 'normal') return;
  if (!label) {
    if (edges.length > 1) report('loopUnlabelled', { from, to }, at);
    return;
  }
  if (node.guard && isSkipLabel(label.text)) report('loopSkips', { from, to, label: label.text }, label.at);
  // Of two loops that share a label the later one is blamed.
  const position = edges.indexOf(edge);
  const same = edges.find(
    (other, i) => other.kind === 'normal' && other.label?.text === label.text && (!other.loop || i < position),
  );
  if (same) report('loopLabelTaken', { from, to, label: label.text, line: same.at.line }, label.at);
}

function splitMeaning(node: GraphNode, edges: readonly GraphEdge[], { report }: Facts): void {
  const seen = new Set<string>();
  const told = new Set<string>();
  for (const { kind, loop, label } of edges) {
    if (kind !== 'normal' || loop || !label || (node.guard && isSkipLabel(label.text))) continue;
    if (seen.has(label.text) && !told.has(label.text)) {
      report('splitOneShared', { id: node.id, label: label.text }, label.at);
      told.add(label.text);
    }
    seen.add(label.text);
  }
}
