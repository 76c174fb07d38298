import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import type { ChildPlaces, Clients } from '../../lib/cloud/child-workflows.ts';

/** The workflows that this one may start. */
export function childPlaces(): ChildPlaces {
  return JSON.parse(process.env['CHILD_WORKFLOWS'] ?? '{}') as ChildPlaces;
}

export function childClients(): Clients {
  return { stepFunctions: new SFNClient(), dynamo: new DynamoDBClient(), s3: new S3Client() };
}
