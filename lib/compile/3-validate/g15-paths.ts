import { exclusive } from '../../ir/exclusive.ts';
import type { GraphNode } from '../../ir/graph.ts';
import { isDirectory, pathAndParents } from '../../ir/paths.ts';
import type { Facts, Rule } from './facts.ts';

/** G15: artifact paths stay inside the project, and nodes that may both run do not write the same output. */
export const paths: Rule = (facts) => {
  for (const node of facts.graph.nodes) {
    for (const { text, at } of [...node.inputs, ...node.outputs]) {
      const problem = pathProblem(text);
      if (problem !== undefined) facts.report('badPath', { path: text, problem }, at);
    }
  }
  sharedOutputs(facts);
};

/** What is wrong with an artifact path, as the end of a sentence. */
export function pathProblem(path: string): string | undefined {
  if (path.trim() === '') return 'is empty';
  if (path.includes('\0')) return 'holds the character U+0000';
  if (path.startsWith('/')) return 'is absolute';
  if (/^[A-Za-z]:/.test(path)) return 'begins with a drive letter';
  if (path.includes('\\')) return 'holds a backslash, where "/" is needed';
  const parts = path.split('/');
  if (parts.includes('..')) return 'leads upwards';
  return parts.every((part) => part === '' || part === '.') ? 'names the whole project' : undefined;
}

function sharedOutputs({ graph, before, report }: Facts): void {
  const apart = exclusive(graph);
  const writers = new Map<string, Set<GraphNode>>();
  const inside = new Map<string, Set<GraphNode>>();
  const note = (map: Map<string, Set<GraphNode>>, path: string, node: GraphNode) => {
    if (!map.has(path)) map.set(path, new Set());
    map.get(path)!.add(node);
  };
  for (const node of graph.nodes) {
    for (const { text, at } of node.outputs) {
      if (pathProblem(text) !== undefined) continue;
      const around = pathAndParents(text);
      const others = [
        ...around.flatMap((path) => [...(writers.get(path) ?? [])]),
        ...(isDirectory(text) ? (inside.get(text) ?? []) : []),
      ];
      const clash = others.find(
        ({ id }) => id !== node.id && !before(id, node.id) && !before(node.id, id) && !apart(id, node.id),
      );
      if (clash) report('sameOutput', { path: text, id: node.id, other: clash.id }, at);
      note(writers, text, node);
      for (const parent of around.slice(1)) note(inside, parent, node);
    }
  }
}
