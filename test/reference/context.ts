import type { Graph } from '../../lib/ir/graph.ts';

/** Values that an input and the workflow itself give to predicates. An empty text stands for an absent one. */
export function startingContext(graph: Graph, input: unknown): Map<string, string> {
  const context = new Map<string, string>();
  if (typeof input === 'string') context.set('input', input);
  else if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    for (const [key, value] of Object.entries(input)) context.set(key, contextText(value));
  }
  context.set('workflow_name', graph.name.text);
  context.set('workflow_version', graph.version.text);
  return context;
}

/** The key under which a node's status and label are known: `<key>_status`, `<key>_label`. */
export function keyOf(id: string): string {
  return id.replace(/[^A-Za-z0-9_]/gu, '_');
}

function contextText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === false || value === undefined) return '';
  return JSON.stringify(value);
}

/** The output of a step as the context keeps it: 500 characters at most. */
export function cut(text: string): string {
  const characters = [...text.trim()];
  return characters.length > 500 ? `${characters.slice(0, 497).join('')}...` : characters.join('');
}
