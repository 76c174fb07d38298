import type { Duration } from 'aws-cdk-lib';
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { allowKey } from './encryption.ts';
import type { EncryptionProps } from './encryption.ts';
import { discardFolder } from './function-folder.ts';
import { workflowLogs } from './logs.ts';
import { acknowledgeAllResources, acknowledgeWildcard } from './nag.ts';

export interface FunctionProps extends EncryptionProps, StoreProps {
  readonly description: string;
  /** The folder that becomes the function's code; it is deleted once it has. */
  readonly folder: string;
  readonly timeout: Duration;
  /** Megabytes, 512 where it says nothing. */
  readonly memorySize?: number;
}

/** The records and artifacts that a function or a container works on. */
export interface StoreProps {
  readonly table: Table;
  readonly bucket: Bucket;
  /** What the handler does with the records; it always reads some and writes one at a time. */
  readonly tableActions: readonly string[];
  /** What it does with objects of the bucket; may be nothing. */
  readonly bucketActions: readonly string[];
}

/** What executing a node does with them. */
export const EXECUTING = {
  tableActions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'],
  bucketActions: ['s3:GetObject', 's3:PutObject'],
} as const;

/** One of the functions of a workflow, with a role of its own that may do what it needs and nothing more. */
export function workflowFunction(scope: Construct, id: string, props: FunctionProps): LambdaFunction {
  const { table, bucket, encryptionKey } = props;
  const logGroup = workflowLogs(scope, `${id}Logs`, encryptionKey);
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  logGroup.grantWrite(role);
  for (const statement of storeRights(props)) role.addToPolicy(statement);
  allowKey(role, encryptionKey);
  if (props.bucketActions.length > 0)
    acknowledgeWildcard(role, bucket, '/runs/*', 'What a run writes is named by its id, which is not known before.');
  acknowledgeAllResources(role, 'X-Ray takes traces from whoever may send any: it has no resources to name.');
  const made = new LambdaFunction(scope, id, {
    description: props.description,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromAsset(props.folder),
    memorySize: props.memorySize ?? 512,
    timeout: props.timeout,
    tracing: Tracing.ACTIVE,
    logGroup,
    role,
    environment: {
      TABLE: table.tableName,
      BUCKET: bucket.bucketName,
      // How logs and metrics call the workflow: the same name in two stages would mix their numbers.
      POWERTOOLS_SERVICE_NAME: serviceName(scope),
    },
    ...(encryptionKey && { environmentEncryption: encryptionKey }),
    // A run keeps the version that it was started with, whatever is deployed meanwhile.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
  });
  discardFolder(scope, props.folder);
  return made;
}

/** What the logs and metrics of a workflow are found by: its stack, which has a workflow's name, and its construct. */
export function serviceName(workflow: Construct): string {
  const { stackName } = Stack.of(workflow);
  return workflow.node.id === 'Workflow' ? stackName : `${stackName}-${workflow.node.id}`;
}

/** The rights of whoever works on records and artifacts. */
export function storeRights({ table, bucket, tableActions, bucketActions }: StoreProps): PolicyStatement[] {
  const rights = [new PolicyStatement({ actions: [...tableActions], resources: [table.tableArn] })];
  if (bucketActions.length > 0)
    rights.push(new PolicyStatement({ actions: [...bucketActions], resources: [bucket.arnForObjects('runs/*')] }));
  // Without it the service answers whoever reads that access is denied where there is no such object.
  if (bucketActions.includes('s3:GetObject'))
    rights.push(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }));
  return rights;
}
