import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { Stack } from '@aws-sdk/client-cloudformation';

/** A workflow's stack, as its outputs tell. */
export interface Deployment {
  readonly stack: string;
  /** ARN of the state machine. */
  readonly machine: string;
  readonly table: string;
  readonly bucket: string;
  /** Name of the group of the workflow's schedules, where it has one. */
  readonly scheduleGroup?: string;
}

export interface NoDeployment {
  readonly refused: string;
  /** Whether there is no stack of that name at all. */
  readonly missing: boolean;
}

/** Outputs of the stack by what they are here (see `WorkflowStack`). */
const outputs = { machine: 'StateMachineArn', table: 'TableName', bucket: 'BucketName' } as const;

/** Finds a stack by its name, in the account and region that the environment names. */
export async function findDeployment(stack: string): Promise<Deployment | NoDeployment> {
  const client = new CloudFormationClient();
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    return deploymentOf(stack, Stacks![0]!);
  } catch (error) {
    if (!isNoSuchStack(error)) throw error;
    const region = await client.config.region();
    return { refused: `there is no stack ${stack} in ${region}; stepwright deploy makes one`, missing: true };
  } finally {
    client.destroy();
  }
}

function deploymentOf(stack: string, { StackStatus, Outputs = [] }: Stack): Deployment | NoDeployment {
  const values = new Map(Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  const [machine, table, bucket] = [outputs.machine, outputs.table, outputs.bucket].map((key) => values.get(key));
  if (machine === undefined || table === undefined || bucket === undefined)
    return {
      refused: `the stack ${stack} is ${StackStatus}, or no stack of a workflow: it does not tell where its runs are`,
      missing: StackStatus === 'DELETE_COMPLETE',
    };
  const scheduleGroup = values.get('ScheduleGroupName');
  return { stack, machine, table, bucket, ...(scheduleGroup !== undefined && { scheduleGroup }) };
}

/** The service has no name of its own for this. */
function isNoSuchStack(error: unknown): boolean {
  return error instanceof Error && error.name === 'ValidationError' && error.message.includes('does not exist');
}
