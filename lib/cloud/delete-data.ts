import { DeleteTableCommand, DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  NoSuchBucket,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Deployment } from './deployment.ts';

/** Deletes the records and the artifacts of all runs, which a stack leaves behind. What is gone already is fine. */
export async function deleteData({ table, bucket }: Pick<Deployment, 'table' | 'bucket'>): Promise<void> {
  await deleteTable(new DynamoDBClient(), table);
  await deleteBucket(new S3Client(), bucket);
}

async function deleteTable(client: DynamoDBClient, table: string): Promise<void> {
  try {
    await client.send(new DeleteTableCommand({ TableName: table }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

async function deleteBucket(client: S3Client, bucket: string): Promise<void> {
  try {
    for (;;) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      if (Contents.length === 0) break;
      const Objects = Contents.map(({ Key }) => ({ Key }));
      await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
    }
    await client.send(new DeleteBucketCommand({ Bucket: bucket }));
  } catch (error) {
    if (!(error instanceof NoSuchBucket)) throw error;
  }
}
