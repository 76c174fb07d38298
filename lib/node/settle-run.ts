import type { RunState } from './assemble.ts';
import { assemble } from './assemble.ts';
import { writeReport } from './close-run.ts';
import type { Completion } from './completion.ts';
import { completion } from './completion.ts';
import type { NodeDeps } from './deps.ts';
import type { Header, NodeRecord } from './record.ts';
import { HEADER, nodeKey } from './record.ts';
import { asHeader, asItem } from './view.ts';

/** A run that ended without being closed: a node was blocked, a step halted it, or it was cancelled. */
export interface SettleEvent {
  readonly run: string;
  readonly cancelled: boolean;
}

/** Writes the result and, unless it was cancelled, the report of a run whose machine ended before `close`. Idempotent. */
export async function settleRun(
  event: SettleEvent,
  deps: Pick<NodeDeps, 'workflow' | 'state' | 'artifacts' | 'now'>,
): Promise<{ state: RunState; done: Completion }> {
  if (event.cancelled) await releaseRunning(event.run, deps);
  const items = await deps.state.readAll(event.run);
  const item = items.get(HEADER)!;
  const header = asHeader(item.value);
  const open = assemble(deps.workflow, items);
  const done = completion(deps.workflow.table, open);
  if (header.result !== undefined) return { state: open, done };
  const result = event.cancelled ? 'cancelled' : done.exitCode === 0 ? 'failed' : done.result;
  const settled: Header = { ...header, result, ended: deps.now().toISOString() };
  const rev = item.rev + 1;
  await deps.state.write(event.run, HEADER, asItem(settled), item.rev);
  const state = assemble(deps.workflow, new Map(items).set(HEADER, { rev, value: asItem(settled) }));
  if (!event.cancelled) await writeReport(event.run, deps, state, { ...done, result });
  return { state, done };
}

/** Nodes that were running or waiting for a person are pending again; no attempt is counted (semantics: cancel). */
async function releaseRunning(run: string, deps: Pick<NodeDeps, 'workflow' | 'state' | 'now'>): Promise<void> {
  const items = await deps.state.readAll(run);
  for (const { id } of deps.workflow.table.nodes) {
    const item = items.get(nodeKey(id));
    const record = item && (item.value as unknown as NodeRecord);
    if (record?.status !== 'running') continue;
    const { waiting: _waiting, by: _by, ...kept } = record;
    const pending: NodeRecord = {
      ...kept,
      status: 'pending',
      attempt: record.attempt - 1,
      note: 'cancelled',
      at: deps.now().toISOString(),
    };
    await deps.state.write(run, nodeKey(id), asItem(pending), item!.rev);
  }
}
