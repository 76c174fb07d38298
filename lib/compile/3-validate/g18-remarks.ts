import { overlaps } from '../../ir/paths.ts';
import type { Rule } from './facts.ts';

/** G18: what passes along an edge is an output of the node that it leaves. */
export const via: Rule = ({ graph, nodeOf, report }) => {
  for (const edge of graph.edges) {
    const source = nodeOf.get(edge.from);
    if (!source) continue;
    for (const { text, at } of edge.via) {
      if (!source.outputs.some((output) => overlaps(output.text, text))) {
        report('viaUnknown', { path: text, id: edge.from }, at);
      }
    }
  }
};
