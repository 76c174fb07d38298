import { changedNodes } from './changed-nodes.ts';
import type { NodeDeps } from './deps.ts';
import type { Header } from './record.ts';
import { HEADER } from './record.ts';
import { settleRun, stopWork } from './settle-run.ts';
import { asHeader, asItem } from './view.ts';

/** An execution in the cloud that has ended. */
export interface EndedExecution {
  /** The run that it worked on. */
  readonly run: string;
  readonly execution: string;
  readonly cancelled: boolean;
}

/**
 * Settles the run of an execution that has ended before `close`: because a node was blocked, or it was stopped, or
 * the platform gave up. Does nothing where there is no such run, or another execution works on it meanwhile. Where the
 * workflow has changed since the run was started, only the result is marked: what its records mean, the present table
 * does not know.
 */
export async function settleExecution(
  { run, execution, cancelled: stopped }: EndedExecution,
  deps: Pick<NodeDeps, 'workflow' | 'state' | 'artifacts' | 'now'>,
): Promise<'settled' | 'marked' | 'nothing'> {
  const items = await deps.state.readAll(run);
  const item = items.get(HEADER);
  const header = item && asHeader(item.value);
  if (header?.owner !== execution || header.result !== undefined) return 'nothing';
  // A handler that found the run cancelled has failed the execution before it could be stopped.
  const cancelled = stopped || header.cancelled === header.epoch;
  if (changedNodes(items, deps.workflow.table).length === 0) {
    await settleRun({ run, cancelled }, deps);
    return 'settled';
  }
  if (cancelled) await stopWork(run, deps);
  return mark({ run, execution, cancelled }, deps);
}

async function mark(
  { run, execution, cancelled }: EndedExecution,
  { state, now }: Pick<NodeDeps, 'state' | 'now'>,
): Promise<'marked' | 'nothing'> {
  const item = (await state.read(run, [HEADER])).get(HEADER)!;
  const header = asHeader(item.value);
  if (header.owner !== execution || header.result !== undefined) return 'nothing';
  const marked: Header = { ...header, result: cancelled ? 'cancelled' : 'failed', ended: now().toISOString() };
  const written = await state.write(run, HEADER, asItem(marked), item.rev);
  return written ? 'marked' : mark({ run, execution, cancelled }, { state, now });
}
