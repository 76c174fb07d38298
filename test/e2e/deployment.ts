import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BucketAlreadyOwnedByYou, CreateBucketCommand, DeleteBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { DescribeExecutionOutput } from '@aws-sdk/client-sfn';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StateStore } from '../../lib/store/state-store.ts';
import { dynamoState } from '../../lib/store/dynamodb.ts';
import type { Emulator } from './emulator.ts';

const repository = resolve(import.meta.dirname, '../..');

/** A workflow that was deployed to an emulator. */
export interface Deployment {
  /** Outputs of the stack by name. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: StateStore;
  readonly stepFunctions: SFNClient;
  readonly s3: S3Client;
  /** Starts an execution. Returns its ARN. */
  start(input: unknown, name?: string): Promise<string>;
  /** Waits until an execution has ended. */
  ended(execution: string): Promise<DescribeExecutionOutput>;
}

/** Deploys the workflow of a project's folder with the CDK CLI; `context` as the CDK app takes it. */
export async function deploy(
  emulator: Emulator,
  project: string,
  context: Readonly<Record<string, string>> = {},
): Promise<Deployment> {
  const s3 = new S3Client(emulator.client);
  // It is there already where this is not the first workflow.
  await s3.send(new CreateBucketCommand({ Bucket: 'assets' })).catch((error: unknown) => {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
  });
  const outputs = await cdkDeploy(emulator, project, { assetBucket: 'assets', ...context });
  // The policy refuses what is not encrypted on the way, and the emulator speaks plain HTTP.
  await s3.send(new DeleteBucketPolicyCommand({ Bucket: outputs['BucketName']! }));
  const stepFunctions = new SFNClient(emulator.client);
  return {
    outputs,
    s3,
    stepFunctions,
    state: dynamoState(new DynamoDBClient(emulator.client), outputs['TableName']!),
    async start(input, name) {
      const started = await stepFunctions.send(
        new StartExecutionCommand({
          stateMachineArn: outputs['StateMachineArn'],
          input: JSON.stringify(input),
          ...(name !== undefined && { name }),
        }),
      );
      return started.executionArn!;
    },
    async ended(executionArn) {
      for (let tries = 0; tries < 600; tries++) {
        const found = await stepFunctions.send(new DescribeExecutionCommand({ executionArn }));
        if (found.status !== 'RUNNING') return found;
        await sleep(100);
      }
      throw new Error(`${executionArn} did not end`);
    },
  };
}

async function cdkDeploy(
  emulator: Emulator,
  project: string,
  context: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const app = `${process.execPath} ${join(repository, 'bin/app.ts')}`;
  const set = Object.entries(context).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      join(repository, 'node_modules/aws-cdk/bin/cdk'),
      ...['deploy', '--all', '--app', app, '--output', join(project, 'cdk.out')],
      ...['--method=direct', '--require-approval', 'never', ...set],
    ],
    { cwd: project, env: { PATH: process.env['PATH'], ...emulator.env }, maxBuffer: 2 ** 24 },
  );
  await rm(join(project, 'cdk.out'), { recursive: true });
  const lines = `${stdout}\n${stderr}`.matchAll(/^\S+\.(\w+) = (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name!, value!]));
}
