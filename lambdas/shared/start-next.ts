import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { NextStart } from '../../lib/node/overlap.ts';

/**
 * Starts the execution of a run that has waited for another one to end. A name that there is already has been started
 * before, by an invocation that did not come to its end.
 */
export async function startNext({ like, name, input }: NextStart, client = new SFNClient()): Promise<void> {
  const command = new StartExecutionCommand({
    stateMachineArn: machineOf(like),
    name,
    input: JSON.stringify(input),
  });
  try {
    await client.send(command);
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

/** The machine of an execution: its functions cannot be told, as they come before it in the stack. */
export function machineOf(execution: string): string {
  const [arn, partition, service, region, account, , machine] = execution.split(':');
  return [arn, partition, service, region, account, 'stateMachine', machine].join(':');
}
