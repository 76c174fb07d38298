import type { WorkflowTable } from '../ir/table.ts';
import type { Item } from '../store/state-store.ts';
import type { WorkflowItem } from './record.ts';
import { WORKFLOW } from './record.ts';

/**
 * Ids of the nodes in which a workflow differs from the one that a run was made with: changed, new (both in the
 * workflow's order), then gone. Descriptions and formatting do not count.
 */
export function changedNodes(items: ReadonlyMap<string, Item>, table: WorkflowTable): string[] {
  const recorded = items.get(WORKFLOW)?.value as WorkflowItem | undefined;
  if (!recorded) return [];
  const was = new Map(recorded.nodes);
  const now = new Set(table.nodes.map(({ id }) => id));
  const different = table.nodes.filter(({ id, hash }) => was.get(id) !== hash).map(({ id }) => id);
  return [...different, ...[...was.keys()].filter((id) => !now.has(id))];
}
