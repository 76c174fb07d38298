import type { NodeRecord } from '../node/record.ts';
import { nodeKey } from '../node/record.ts';
import type { NodeDeps } from '../node/deps.ts';
import { asItem, currentRecord, viewOf } from '../node/view.ts';

/** Puts the nodes of a cancelled run that were running or waiting back to pending; the attempt does not count. */
export async function cancelNodes(
  run: string,
  { workflow, state, now }: Pick<NodeDeps, 'workflow' | 'state' | 'now'>,
): Promise<void> {
  const items = await state.readAll(run);
  const view = viewOf(workflow, items);
  for (const node of workflow.table.nodes) {
    const record = currentRecord(view, node);
    if (record?.status !== 'running') continue;
    const { waiting: _, ...kept } = record;
    const pending: NodeRecord = {
      ...kept,
      status: 'pending',
      at: now().toISOString(),
      attempt: Math.max(0, record.attempt - 1),
      note: 'cancelled',
    };
    const key = nodeKey(node.id);
    await state.write(run, key, asItem(pending), items.get(key)!.rev);
  }
}
