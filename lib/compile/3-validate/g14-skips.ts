import type { GraphNode } from '../../ir/graph.ts';
import { isSkipLabel } from '../../ir/label.ts';
import type { Facts, Rule } from './facts.ts';

/** G14: `skip_when` is not on the final node, and says which way to go when the node is skipped. */
export const skips: Rule = (facts) => {
  const { graph, report } = facts;
  for (const node of graph.nodes) {
    if (!node.guard) continue;
    if (node.id === graph.final?.text) report('skipOnFinal', { id: node.id }, node.guard.source.at);
    else wayWhenSkipped(node, facts);
  }
  if (graph.nodes.some(({ guard }) => guard)) keysRead(facts);
};

function wayWhenSkipped(node: GraphNode, { outgoing, report }: Facts): void {
  if (node.split?.value === 'all') return;
  const captions = outgoing(node.id).flatMap(({ kind, label }) => (kind === 'normal' && label ? [label.text] : []));
  const labels = [...new Set(captions)];
  if (labels.length > 1 && !labels.some(isSkipLabel)) {
    report('skipLabelMissing', { id: node.id, labels }, node.guard!.source.at);
  }
}

/** `<node>_status` and `<node>_label` are those of one node that comes before. */
function keysRead({ graph, nodeOf, everBefore, report }: Facts): void {
  const byStem = Map.groupBy(nodeOf.keys(), (id) => id.replace(/[^A-Za-z0-9_]/gu, '_'));
  for (const node of graph.nodes) {
    for (const { text: key, at } of node.reads) {
      const named = byStem.get(key.replace(/_(?:status|label)$/, ''));
      if (!named || !/_(?:status|label)$/.test(key)) continue;
      const ids = named.filter((id) => everBefore(id, node.id));
      if (ids.length > 1) report('keyAmbiguous', { key, ids }, at);
      if (ids.length === 0) report('keyReadsLater', { key, id: named[0]! }, at);
    }
  }
}
