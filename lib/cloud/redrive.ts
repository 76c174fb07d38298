import {
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  DescribeStateMachineForExecutionCommand,
  ExecutionDoesNotExist,
  ExecutionLimitExceeded,
  ExecutionNotRedrivable,
  GetExecutionHistoryCommand,
  RedriveExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { ExecutionStatus, SFNClient } from '@aws-sdk/client-sfn';
import { goOn } from '../node/go-on.ts';
import type { NodeRecord } from '../node/record.ts';
import { HEADER, nodeKey } from '../node/record.ts';
import { executionOf, redriveOf } from '../node/same-execution.ts';
import { asItem, hasEnded } from '../node/view.ts';
import type { Deployed } from './deployed.ts';
import type { CloudRun } from './runs.ts';

/** Days after its end in which the service redrives an execution. */
export const REDRIVABLE_DAYS = 14;

/** Events in the history of an execution from which on the service does not redrive it. */
const EVENTS = 24_999;

const ENDED: readonly (ExecutionStatus | undefined)[] = ['FAILED', 'ABORTED', 'TIMED_OUT'];

/** Whether the service can go on with the execution that worked on a run last; if not, why. */
export type Redrivable = { readonly epoch: string } | { readonly not: string };

/**
 * Looks whether a redrive does what a resume means. It keeps definition and code of the execution, so they must be
 * those that are deployed; the service must be willing; and what it would run again must be all that is to run again.
 */
export async function redrivable(
  deployed: Deployed,
  recorded: Pick<CloudRun, 'header' | 'items' | 'workflow' | 'changed'>,
  now: Date,
): Promise<Redrivable> {
  const { stepFunctions: client, machine } = deployed;
  const { owner, epoch } = recorded.header;
  if (!owner.startsWith('arn:')) return { not: 'no execution has worked on it yet' };
  if (recorded.changed.length > 0) return { not: 'the workflow has changed' };
  const passed = passedBy(recorded);
  if (passed !== undefined) return { not: `${passed} runs again, and the machine has gone past it` };
  try {
    const executionArn = owner;
    const found = await client.send(new DescribeExecutionCommand({ executionArn }));
    const { status, stopDate, redriveStatus, redriveStatusReason: reason, redriveCount } = found;
    if (!ENDED.includes(status)) return { not: `its execution is ${status?.toLowerCase()}` };
    if (stopDate === undefined || now.getTime() - stopDate.getTime() > REDRIVABLE_DAYS * 86_400_000)
      return { not: `its execution ended more than ${REDRIVABLE_DAYS} days ago` };
    if (redriveStatus !== 'REDRIVABLE')
      return { not: `the service does not redrive its execution${reason === undefined ? '' : `: ${reason}`}` };
    const [then, today] = await Promise.all([
      client.send(new DescribeStateMachineForExecutionCommand({ executionArn })),
      client.send(new DescribeStateMachineCommand({ stateMachineArn: machine })),
    ]);
    // It names the published versions of the functions: the same text means the same code.
    if (then.definition !== today.definition) return { not: 'another version has been deployed since it began' };
    if ((await eventsOf(client, executionArn)) >= EVENTS)
      return { not: `its execution has ${EVENTS} events, and the service allows no more` };
    const count = Math.max(redriveCount ?? 0, redriveOf(epoch));
    return { epoch: `${executionOf(epoch)}/${count + 1}` };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return { not: 'the service has forgotten its execution' };
    throw error;
  }
}

/** A node that a resume runs again, though its Task has succeeded: the service would not come by. */
function passedBy({ items, workflow }: Pick<CloudRun, 'items' | 'workflow'>): string | undefined {
  const gone = workflow.table.nodes.find((node) => {
    const record = items.get(nodeKey(node.id))?.value as NodeRecord | undefined;
    return record && hasEnded(node, record, record.epoch) && !hasEnded(node, record, '');
  });
  return gone?.id;
}

/**
 * Has the service go on with the execution that worked on a run last, in the epoch that `redrivable` told. The record
 * comes first, so that nobody takes the end before for that of the redrive. `changed`: somebody else was faster.
 */
export async function redriveRun(
  { state, stepFunctions }: Deployed,
  { run, header, items }: Pick<CloudRun, 'run' | 'header' | 'items'>,
  epoch: string,
): Promise<'redriven' | 'changed' | { readonly not: string }> {
  const taken = goOn(header, { owner: header.owner, epoch });
  if (!(await state.write(run, HEADER, asItem(taken), items.get(HEADER)!.rev))) return 'changed';
  try {
    await stepFunctions.send(new RedriveExecutionCommand({ executionArn: header.owner }));
    return 'redriven';
  } catch (error) {
    if (error instanceof ExecutionNotRedrivable || error instanceof ExecutionLimitExceeded)
      return { not: `the service does not redrive its execution: ${error.message}` };
    throw error;
  }
}

/** Number of events in the history: their ids count from 1. */
async function eventsOf(client: SFNClient, executionArn: string): Promise<number> {
  const command = { executionArn, reverseOrder: true, maxResults: 1, includeExecutionData: false };
  const { events = [] } = await client.send(new GetExecutionHistoryCommand(command));
  return events[0]?.id ?? 0;
}
