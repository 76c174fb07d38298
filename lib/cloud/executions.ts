import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { ExecutionStatus, SFNClient } from '@aws-sdk/client-sfn';
import { nextExecution } from '../node/next-execution.ts';
import type { Header } from '../node/record.ts';
import { executionInput } from '../node/start-run.ts';
import type { Reply } from '../node/human.ts';
import type { Deployed } from './deployed.ts';

/** Bytes of input that the service takes. */
export const INPUT_LIMIT = 262_144;

/** Executions of one run that are looked past for a name that is free. */
const TRIES = 100;

export interface Execution {
  readonly status: ExecutionStatus;
  /** JSON, of one that has succeeded. */
  readonly output?: string;
  /** Why it failed. */
  readonly cause?: string;
  /** When it ended. */
  readonly ended?: Date;
}

/** Undefined where there is no such execution (any more): also for an owner that is no execution at all. */
export async function describeExecution(client: SFNClient, execution: string): Promise<Execution | undefined> {
  if (!execution.startsWith('arn:')) return undefined;
  try {
    const found = await client.send(new DescribeExecutionCommand({ executionArn: execution }));
    const { status, output, cause, stopDate: ended } = found;
    return {
      status: status!,
      ...(output !== undefined && { output }),
      ...(cause !== undefined && { cause }),
      ...(ended && { ended }),
    };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}

/** Starts a new run and returns the execution's ARN. The input may have `INPUT_LIMIT` bytes as `executionInput`. */
export async function startRun(deployed: Deployed, run: string, input: object): Promise<string> {
  const { executionArn } = await deployed.stepFunctions.send(
    new StartExecutionCommand({ stateMachineArn: deployed.machine, name: run, input: JSON.stringify(input) }),
  );
  return executionArn!;
}

/** Starts an execution that goes on with a run in place of its owner; returns its ARN. */
export async function resumeRun(deployed: Deployed, { run, owner, epoch }: Header): Promise<string> {
  const input = JSON.stringify(executionInput(undefined, { run, was: owner }));
  let name = nextExecution(run, epoch);
  for (let tries = 1; ; tries++) {
    try {
      const started = await deployed.stepFunctions.send(
        new StartExecutionCommand({ stateMachineArn: deployed.machine, name, input }),
      );
      return started.executionArn!;
    } catch (error) {
      // A number is taken where an execution came too late to take the run over.
      if (!(error instanceof ExecutionAlreadyExists) || tries === TRIES) throw error;
      name = nextExecution(run, `${name}/0`);
    }
  }
}

export async function stopExecution(client: SFNClient, execution: string): Promise<void> {
  await client.send(new StopExecutionCommand({ executionArn: execution, cause: 'cancelled by stepwright' }));
}

/** Tells the machine how a node that waited has ended. False where nobody waits for that any more. */
export async function sendReply(client: SFNClient, { token, answer }: Reply): Promise<boolean> {
  try {
    if (answer instanceof Error) {
      const { name, message } = answer;
      const cause = message.slice(0, 32_768);
      await client.send(new SendTaskFailureCommand({ taskToken: token, error: name, cause }));
    } else await client.send(new SendTaskSuccessCommand({ taskToken: token, output: JSON.stringify(answer) }));
    return true;
  } catch (error) {
    if (error instanceof Error && ['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken'].includes(error.name))
      return false;
    throw error;
  }
}
