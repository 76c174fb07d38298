import { digraph, reached } from '../../ir/digraph.ts';
import { isNameless } from '../../ir/nameless.ts';
import type { Rule } from './facts.ts';

/**
 * G13: a way leads from each node to the final one, loops included. (That no entry node reaches a node cannot be: a node
 * without incoming forward edges is one, and without cycles every other comes after such a node.)
 */
export const deadEnds: Rule = ({ graph, nodeOf, sound, report }) => {
  const { final } = graph;
  if (!final || !nodeOf.has(final.text)) return;
  // With edges missing or broken most of what could be told here would only follow from that.
  if (sound.length === 0 || sound.length < graph.edges.length) return;
  const index = new Map(graph.nodes.map((node, i) => [node.id, i]));
  const edges = sound.map(({ from, to }): [number, number] => [index.get(from)!, index.get(to)!]);
  const leading = reached(digraph(graph.nodes.length, edges).predecessors, [index.get(final.text)!]);
  for (const [id, node] of nodeOf) {
    if (!leading.has(index.get(id)!) && !isNameless(id)) report('deadEnd', { id, final: final.text }, node.at);
  }
};
