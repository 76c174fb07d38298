import type { GraphFile } from './generated.ts';
import { reaching } from './reach.ts';

/**
 * Whether it does not hang on timing if an input is there: all its producers come before the reader, or each of them
 * surely writes it. Producers and readers that are not ordered by edges may run in either order.
 */
export function isCertain(
  input: string,
  reader: string,
  { nodes, edges }: Pick<GraphFile, 'nodes' | 'edges'>,
): boolean {
  const forward = edges.filter((edge) => !edge.loop && edge.kind !== 'on_failure');
  const before = reaching([reader], forward);
  const producers = nodes.filter(({ outputs }) => outputs?.some((path) => holds(path, input) || holds(input, path)));
  const early = producers.every(({ id }) => before.has(id));
  const surely = producers.every(({ outputs }) => outputs?.some((path) => holds(input, path)));
  return early || surely;
}

function holds(path: string, other: string): boolean {
  return path === other || (path.endsWith('/') && other.startsWith(path));
}
