import type { Rule } from './facts.ts';
import { pathProblem } from './g15-paths.ts';
import { PathIndex } from './path-index.ts';

/** Producers that a message names at most. */
const NAMED = 5;

/** G06: each input is produced by a node, or is there already; a node that comes before should be the one. */
export const inputs: Rule = ({ graph, environment, everBefore, suggest, report }) => {
  const outputs = new PathIndex<string>();
  for (const node of graph.nodes) for (const { text } of node.outputs) outputs.add(text, node.id);
  for (const node of graph.nodes) {
    for (const { text: path, at } of node.inputs) {
      const producers: string[] = [];
      const before = outputs.find(path, (id) => {
        if (producers.length < NAMED && !producers.includes(id)) producers.push(id);
        return everBefore(id, node.id);
      });
      if (before !== undefined) continue;
      if (producers.length > 0) report('inputNotBefore', { path, producers }, at);
      // A path that leads out of the project is not even looked for.
      else if (pathProblem(path) !== undefined || !environment.fileExists?.(path)) {
        report('inputUnknown', { path, near: suggest(path, outputs.paths()) }, at);
      }
    }
  }
};
