import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { RUNS_INDEX } from '../store/dynamodb.ts';

export interface StorageProps {
  /** What becomes of the records and artifacts when the stack is deleted; kept by default. */
  readonly removalPolicy?: RemovalPolicy;
  /** Whether the table refuses to be deleted; no by default. */
  readonly deletionProtection?: boolean;
  /** With `RemovalPolicy.DESTROY`: empties the bucket before it is deleted, by a function that the CDK adds. */
  readonly autoDeleteArtifacts?: boolean;
}

/** The records of all runs of a workflow. */
export function runsTable(scope: Construct, props: StorageProps): Table {
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  const table = new Table(scope, 'Runs', {
    partitionKey: text('run'),
    sortKey: text('item'),
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.AWS_MANAGED,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: props.deletionProtection ?? false,
    removalPolicy: props.removalPolicy ?? RemovalPolicy.RETAIN,
  });
  table.addGlobalSecondaryIndex({
    indexName: RUNS_INDEX,
    partitionKey: text('listed'),
    sortKey: text('started'),
    projectionType: ProjectionType.KEYS_ONLY,
  });
  return table;
}

/** The artifacts of all runs of a workflow. */
export function artifactsBucket(scope: Construct, props: StorageProps): Bucket {
  return new Bucket(scope, 'Artifacts', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    removalPolicy: props.removalPolicy ?? RemovalPolicy.RETAIN,
    autoDeleteObjects: props.autoDeleteArtifacts ?? false,
    lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
  });
}
