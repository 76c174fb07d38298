import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { WorkflowTable } from '../ir/table.ts';
import { asciiName } from './ascii-name.ts';
import { functionFolder } from './function-folder.ts';
import type { FunctionProps } from './functions.ts';
import { workflowFunction } from './functions.ts';

type Stores = Pick<FunctionProps, 'table' | 'bucket' | 'encryptionKey'>;

/** The machine's last Task. */
export function closeFunction(scope: Construct, table: WorkflowTable, stores: Stores): LambdaFunction {
  return workflowFunction(scope, 'CloseRun', {
    ...stores,
    description: `closes the runs of the workflow ${asciiName(table.name)}`,
    folder: functionFolder('close-run', { table }),
    timeout: Duration.seconds(120),
    tableActions: ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
    bucketActions: ['s3:GetObject', 's3:PutObject'],
  });
}

/** Ends runs whose machine never came to its last Task; called by events (`onUnclosedEnd`). */
export function settleFunction(scope: Construct, table: WorkflowTable, stores: Stores): LambdaFunction {
  return workflowFunction(scope, 'SettleRun', {
    ...stores,
    description: `settles the runs of the workflow ${asciiName(table.name)} that end before they are closed`,
    folder: functionFolder('settle-run', { table }),
    timeout: Duration.seconds(120),
    tableActions: ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
    bucketActions: ['s3:PutObject'],
  });
}
