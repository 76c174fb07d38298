import type { RunState } from './assemble.ts';
import { assemble } from './assemble.ts';
import { writeReport } from './close-run.ts';
import type { Completion } from './completion.ts';
import { completion } from './completion.ts';
import type { NodeDeps } from './deps.ts';
import { failure, SUPERSEDED } from './failures.ts';
import type { Header, NodeRecord } from './record.ts';
import { HEADER, nodeKey } from './record.ts';
import { again } from './settle-nodes.ts';
import { asHeader, asItem } from './view.ts';

/** A run that ended without being closed: a node was blocked, a step halted it, or it was cancelled. */
export interface SettleEvent {
  readonly run: string;
  readonly cancelled: boolean;
  /** Handlers of it may be at work still: it is to be settled again, and the result is none that stands until then. */
  readonly provisional?: boolean;
  /** The epoch that ended, where another may have begun meanwhile: nothing is said of that one. */
  readonly epoch?: string;
}

type SettleDeps = Pick<NodeDeps, 'workflow' | 'state' | 'artifacts' | 'now'>;

/** How often the header is read again when somebody else has written it meanwhile. */
const TRIES = 20;

/**
 * Writes the result and, unless it was cancelled, the report of a run whose machine ended before `close`. The result
 * comes last, so that whoever finds none may do it again; where there is one that stands nothing is changed.
 */
export async function settleRun(event: SettleEvent, deps: SettleDeps): Promise<{ state: RunState; done: Completion }> {
  const { provisional = false } = event;
  if (event.cancelled && !provisional) await stopWork(event, deps);
  for (let tries = 1; tries <= TRIES; tries++) {
    const items = await deps.state.readAll(event.run);
    const item = items.get(HEADER)!;
    const header = asHeader(item.value);
    const open = assemble(deps.workflow, items);
    const done = completion(deps.workflow.table, open);
    const stands = header.result !== undefined && (provisional || !header.provisional);
    if (stands || isOver(header, event)) return { state: open, done };
    const result = event.cancelled ? 'cancelled' : done.exitCode === 0 ? 'failed' : done.result;
    const { provisional: _provisional, ...kept } = header;
    const ended = deps.now().toISOString();
    const settled: Header = { ...kept, result, ended, ...(provisional && { provisional }) };
    const state = assemble(deps.workflow, new Map(items).set(HEADER, { rev: item.rev + 1, value: asItem(settled) }));
    if (!event.cancelled) await writeReport(event.run, deps, state, { ...done, result });
    if (await deps.state.write(event.run, HEADER, asItem(settled), item.rev)) return { state, done };
  }
  throw failure(SUPERSEDED, 'the run is being changed too often to be settled');
}

/** Whether the run goes on in another epoch than the one that ended. */
function isOver(header: Header, { epoch }: { readonly epoch?: string | undefined }): boolean {
  return epoch !== undefined && epoch !== header.epoch;
}

/** No handler starts any more; nodes that were running or waiting are pending again, and no attempt is counted. */
async function stopWork({ run, epoch }: SettleEvent, deps: Pick<NodeDeps, 'state' | 'now'>): Promise<void> {
  await markCancelled({ run, ...(epoch !== undefined && { epoch }) }, deps);
  const items = await deps.state.readAll(run);
  for (const [key, { value, rev }] of items) {
    const record = value as unknown as NodeRecord;
    if (!key.startsWith(nodeKey('')) || record.status !== 'running') continue;
    // Where it is refused, the node has ended in this moment, and that stands.
    await deps.state.write(run, key, asItem({ ...again(record), at: deps.now().toISOString() }), rev);
  }
}

/** No handler of the present epoch starts any more. */
export async function markCancelled(
  { run, epoch }: Pick<SettleEvent, 'run' | 'epoch'>,
  { state }: Pick<NodeDeps, 'state'>,
): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const item = (await state.read(run, [HEADER])).get(HEADER)!;
    const header = asHeader(item.value);
    if (header.cancelled === header.epoch || isOver(header, { epoch })) return;
    if (header.result !== undefined && !header.provisional) return;
    if (await state.write(run, HEADER, asItem({ ...header, cancelled: header.epoch }), item.rev)) return;
  }
  throw failure(SUPERSEDED, 'the run is being changed too often to be cancelled');
}
