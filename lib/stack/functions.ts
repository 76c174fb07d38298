import { RemovalPolicy } from 'aws-cdk-lib';
import type { Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

export interface FunctionProps {
  readonly description: string;
  /** The folder that becomes the function's code. */
  readonly folder: string;
  readonly timeout: Duration;
  readonly table: Table;
  readonly bucket: Bucket;
  /** What the handler does with the records; it always reads some and writes one at a time. */
  readonly tableActions: readonly string[];
  readonly bucketActions: readonly string[];
}

/** One of the functions of a workflow. */
export function workflowFunction(scope: Construct, id: string, props: FunctionProps): LambdaFunction {
  const { table, bucket } = props;
  const logGroup = new LogGroup(scope, `${id}Logs`, {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  return new LambdaFunction(scope, id, {
    description: props.description,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromAsset(props.folder),
    memorySize: 512,
    timeout: props.timeout,
    tracing: Tracing.ACTIVE,
    logGroup,
    environment: { TABLE: table.tableName, BUCKET: bucket.bucketName },
    // A run keeps the version that it was started with, whatever is deployed meanwhile.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    initialPolicy: [
      new PolicyStatement({ actions: [...props.tableActions], resources: [table.tableArn] }),
      new PolicyStatement({ actions: [...props.bucketActions], resources: [bucket.arnForObjects('runs/*')] }),
      // Without it the service answers whoever reads that access is denied where there is no such object.
      ...(props.bucketActions.includes('s3:GetObject')
        ? [new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] })]
        : []),
    ],
  });
}
