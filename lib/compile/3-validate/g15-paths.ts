import { exclusive } from '../../ir/exclusive.ts';
import type { Facts, Rule } from './facts.ts';
import { PathIndex } from './path-index.ts';

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
  const written = new PathIndex<string>();
  for (const { id, outputs } of graph.nodes) {
    for (const { text: path, at } of outputs) {
      if (pathProblem(path) !== undefined) continue;
      const clash = written.find(
        path,
        (other) => other !== id && !before(other, id) && !before(id, other) && !apart(other, id),
      );
      if (clash !== undefined) report('sameOutput', { path, id, other: clash }, at);
      written.add(path, id);
    }
  }
}
