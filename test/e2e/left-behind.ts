import { ListTablesCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { ListStateMachinesCommand, SFNClient } from '@aws-sdk/client-sfn';
import type { Emulator } from './emulator.ts';

/** Names of what is in the account: all that a stack of a workflow can consist of. */
export async function everythingIn(emulator: Emulator): Promise<string[]> {
  const { TableNames } = await new DynamoDBClient(emulator.client).send(new ListTablesCommand());
  const { Buckets } = await new S3Client(emulator.client).send(new ListBucketsCommand());
  const { stateMachines } = await new SFNClient(emulator.client).send(new ListStateMachinesCommand());
  const { Functions } = (await (await fetch(`${emulator.endpoint}/2015-03-31/functions/`)).json()) as {
    Functions: { FunctionName: string }[];
  };
  const { Rules } = (await call(emulator, 'AWSEvents.ListRules')) as { Rules: { Name: string }[] };
  const { logGroups } = (await call(emulator, 'Logs_20140328.DescribeLogGroups')) as {
    logGroups: { logGroupName: string }[];
  };
  return [
    ...TableNames!,
    ...Buckets!.map(({ Name }) => Name!),
    ...stateMachines!.map(({ name }) => name!),
    ...Functions.map(({ FunctionName }) => FunctionName),
    ...Rules.map(({ Name }) => Name),
    ...logGroups.map(({ logGroupName }) => logGroupName),
  ];
}

async function call(emulator: Emulator, target: string): Promise<unknown> {
  const response = await fetch(emulator.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
    body: '{}',
  });
  return response.json();
}
