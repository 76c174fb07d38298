import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import type { WorkflowTable } from '../../lib/ir/table.ts';
import type { NodeDeps } from '../../lib/node/deps.ts';
import { indexTable } from '../../lib/node/view.ts';
import { dynamoState } from '../../lib/store/dynamodb.ts';
import { fileTree } from '../../lib/store/file-tree.ts';
import { s3Artifacts } from '../../lib/store/s3.ts';
import { log } from './log.ts';

/** What every handler needs, made once for an instance of the function. */
export type HandlerDeps = Omit<NodeDeps, 'runSkill'>;

/**
 * The stores and the workflow's table. `folder` is the function's own: the stack has written `nodes.json` and, where
 * the workflow reads files of the project, `project/` into it.
 */
export function handlerDeps(folder: string): HandlerDeps {
  const table = JSON.parse(readFileSync(join(folder, 'nodes.json'), 'utf8')) as WorkflowTable;
  return {
    workflow: indexTable(table),
    state: dynamoState(new DynamoDBClient(), required('TABLE')),
    artifacts: s3Artifacts(new S3Client(), required('BUCKET'), fileTree(join(folder, 'project'))),
    now: () => new Date(),
    log,
  };
}

export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the function has no environment variable ${name}`);
  return value;
}
