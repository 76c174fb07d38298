import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { EXPIRES } from '../store/dynamodb-item.ts';
import { RUNS_INDEX } from '../store/dynamodb.ts';
import type { EncryptionProps } from './encryption.ts';
import { acknowledge } from './nag.ts';

export interface StorageProps extends EncryptionProps {
  /** What becomes of the records and artifacts when the stack is deleted; kept by default. */
  readonly removalPolicy?: RemovalPolicy;
  /** Whether the table refuses to be deleted; no by default. */
  readonly deletionProtection?: boolean;
  /** With `RemovalPolicy.DESTROY`: empties the bucket before it is deleted, by a function that the CDK adds. */
  readonly autoDeleteArtifacts?: boolean;
  /** Where the service logs who reads and writes artifacts; nowhere by default. */
  readonly artifactAccessLogs?: IBucket;
  /** When artifacts and reports are deleted, counted from when they were written; never by default. */
  readonly artifactExpiry?: Duration;
}

/** The records of all runs of a workflow. */
export function runsTable(scope: Construct, props: StorageProps): Table {
  const { encryptionKey } = props;
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  const table = new Table(scope, 'Runs', {
    partitionKey: text('run'),
    sortKey: text('item'),
    billingMode: BillingMode.PAY_PER_REQUEST,
    ...(encryptionKey
      ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey }
      : { encryption: TableEncryption.AWS_MANAGED }),
    timeToLiveAttribute: EXPIRES,
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

/**
 * The artifacts of all runs of a workflow. Objects have no versions of the service's: each execution of a node writes
 * under a name of its own, and the record says which of them counts.
 */
export function artifactsBucket(scope: Construct, props: StorageProps): Bucket {
  const { encryptionKey, artifactAccessLogs, artifactExpiry } = props;
  const bucket = new Bucket(scope, 'Artifacts', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    // With a key of one's own, a key for the whole bucket spares a request to KMS for each object.
    ...(encryptionKey
      ? { encryption: BucketEncryption.KMS, encryptionKey, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED }),
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    removalPolicy: props.removalPolicy ?? RemovalPolicy.RETAIN,
    autoDeleteObjects: props.autoDeleteArtifacts ?? false,
    ...(artifactAccessLogs && { serverAccessLogsBucket: artifactAccessLogs, serverAccessLogsPrefix: 'artifacts/' }),
    lifecycleRules: [
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ...(artifactExpiry ? [{ expiration: artifactExpiry }] : []),
    ],
  });
  if (!artifactAccessLogs)
    acknowledge(bucket, 'S1', 'The record says which execution wrote what; artifactAccessLogs logs every access.');
  return bucket;
}
