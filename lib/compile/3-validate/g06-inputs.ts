import { nearest } from '../../diagnostics/near.ts';
import { isDirectory, pathAndParents } from '../../ir/paths.ts';
import type { Rule } from './facts.ts';
import { pathProblem } from './g15-paths.ts';

/** Producers that a message names at most. */
const NAMED = 5;

/** G06: each input is produced by a node, or is there already; a node that comes before should be the one. */
export const inputs: Rule = ({ graph, environment, everBefore, report }) => {
  // By the path itself, and for inputs that are directories by all directories around an output.
  const exact = new Map<string, Set<string>>();
  const inside = new Map<string, Set<string>>();
  const note = (map: Map<string, Set<string>>, path: string, id: string) => {
    if (!map.has(path)) map.set(path, new Set());
    map.get(path)!.add(id);
  };
  for (const { id, outputs } of graph.nodes) {
    for (const { text } of outputs) {
      note(exact, text, id);
      if (pathProblem(text) === undefined) for (const parent of pathAndParents(text).slice(1)) note(inside, parent, id);
    }
  }
  for (const node of graph.nodes) {
    for (const { text, at } of node.inputs) {
      const around = pathProblem(text) === undefined ? pathAndParents(text) : [text];
      const producers = [
        ...around.flatMap((path) => [...(exact.get(path) ?? [])]),
        ...(isDirectory(text) ? (inside.get(text) ?? []) : []),
      ];
      if (producers.length === 0) {
        if (pathProblem(text) === undefined && environment.fileExists?.(text)) continue;
        report('inputUnknown', { path: text, near: nearest(text, exact.keys()) }, at);
      } else if (!producers.some((id) => everBefore(id, node.id))) {
        report('inputNotBefore', { path: text, producers: producers.slice(0, NAMED) }, at);
      }
    }
  }
};
