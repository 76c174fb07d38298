import { changedNodes } from './changed-nodes.ts';
import type { NodeDeps } from './deps.ts';
import type { Header } from './record.ts';
import { HEADER } from './record.ts';
import { redriveOf } from './same-execution.ts';
import { settleNodes } from './settle-nodes.ts';
import { markCancelled, settleRun } from './settle-run.ts';
import { asHeader, asItem } from './view.ts';

/** An execution in the cloud that has ended. */
export interface EndedExecution {
  /** The run that it worked on. */
  readonly run: string;
  readonly execution: string;
  /** Which redrive of it has ended; the latest where nobody says. */
  readonly redrive?: number;
  readonly cancelled: boolean;
}

export interface SettledExecution {
  /** `marked`: only the result was, since the workflow has changed. */
  readonly kind: 'settled' | 'marked' | 'nothing';
  /** When, as ISO text, it is to be settled again: until then handlers of it may be at work. */
  readonly until?: string;
}

/**
 * Settles the run of an execution that has ended before `close`: because a node was blocked, or it was stopped, or
 * the platform gave up. Does nothing where there is no such run, another execution works on it meanwhile, or this one
 * has been redriven. Where the workflow has changed since the run was started, no report is written: what its records
 * mean, the present table does not know. It may be called any number of times.
 */
export async function settleExecution(
  event: EndedExecution,
  deps: Pick<NodeDeps, 'workflow' | 'state' | 'artifacts' | 'now'>,
): Promise<SettledExecution> {
  const { run } = event;
  const items = await deps.state.readAll(run);
  const item = items.get(HEADER);
  const header = item && asHeader(item.value);
  if (!header || !isOpen(header, event)) return { kind: 'nothing' };
  // A handler that found the run cancelled has failed the execution before it could be stopped.
  const cancelled = event.cancelled || header.cancelled === header.epoch;
  const { epoch } = header;
  if (cancelled) await markCancelled({ run, epoch }, deps);
  const until = await settleNodes(run, cancelled, deps);
  const provisional = until !== undefined;
  const again = provisional && { until };
  if (changedNodes(items, deps.workflow.table).length > 0)
    return { kind: await mark({ ...event, cancelled }, provisional, deps), ...again };
  await settleRun({ run, cancelled, provisional, epoch }, deps);
  return { kind: 'settled', ...again };
}

/** Whether it is this execution's to say how the run stands, and nobody has said it for good. */
function isOpen({ owner, epoch, result, provisional }: Header, { execution, redrive }: EndedExecution): boolean {
  if (owner !== execution || (redrive !== undefined && redrive < redriveOf(epoch))) return false;
  return result === undefined || provisional === true;
}

async function mark(
  event: EndedExecution,
  provisional: boolean,
  { state, now }: Pick<NodeDeps, 'state' | 'now'>,
): Promise<'marked' | 'nothing'> {
  const item = (await state.read(event.run, [HEADER])).get(HEADER)!;
  const { provisional: _provisional, ...header } = asHeader(item.value);
  if (!isOpen(asHeader(item.value), event)) return 'nothing';
  const result = event.cancelled ? 'cancelled' : 'failed';
  const marked: Header = { ...header, result, ended: now().toISOString(), ...(provisional && { provisional }) };
  const written = await state.write(event.run, HEADER, asItem(marked), item.rev);
  return written ? 'marked' : mark(event, provisional, { state, now });
}
