import type { Rule } from './facts.ts';

/** G09: no edge but a loop leads into an independent node. G10: no edge but a loop leads out of the final one. */
export const endsOfTheGraph: Rule = ({ graph, nodeOf, report }) => {
  for (const { from, to, loop, at } of graph.edges) {
    if (loop || from === to) continue;
    if (nodeOf.get(to)?.independent) report('independentEntered', { id: to }, at);
    if (from === graph.final?.text && nodeOf.has(from)) report('finalLeft', { id: from }, at);
  }
};
