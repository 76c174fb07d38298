import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { keyAttributes, keyOf, toAttributes, toItem } from './dynamodb-item.ts';
import type { Attributes } from './dynamodb-item.ts';
import { isPartition, requirePartition } from './run-id.ts';
import type { Item, StateStore } from './state-store.ts';

/** The index that lists runs by the time of their start. Its partition key is `listed`, its sort key `started`. */
export const RUNS_INDEX = 'by-start';

/** Keys that one BatchGetItem takes. */
const batchSize = 100;

/** Answers in a row that leave keys out before reading is given up: with the waits between them about 15 seconds. */
const maxTries = 10;

/** Runs in a table with the partition key `run` and the sort key `item`. */
export function dynamoState(client: DynamoDBClient, table: string): StateStore {
  return {
    async read(run, keys) {
      const found = new Map<string, Item>();
      if (!isPartition(run)) return found;
      const wanted = [...new Set(keys)].map((key) => keyAttributes(run, key));
      for (let start = 0; start < wanted.length; start += batchSize) {
        const batch = await getBatch(client, table, wanted.slice(start, start + batchSize));
        for (const attributes of batch) found.set(keyOf(attributes), toItem(attributes));
      }
      return found;
    },

    async readAll(run) {
      const found = new Map<string, Item>();
      if (!isPartition(run)) return found;
      let next: Attributes | undefined;
      do {
        const page = await client.send(
          new QueryCommand({
            TableName: table,
            ConsistentRead: true,
            KeyConditionExpression: '#run = :run',
            ExpressionAttributeNames: { '#run': 'run' },
            ExpressionAttributeValues: { ':run': { S: run } },
            ...(next && { ExclusiveStartKey: next }),
          }),
        );
        for (const attributes of page.Items ?? []) found.set(keyOf(attributes), toItem(attributes));
        next = page.LastEvaluatedKey;
      } while (next);
      return found;
    },

    async write(run, key, value, was) {
      requirePartition(run);
      const mark = randomUUID();
      try {
        await client.send(
          new PutItemCommand({
            TableName: table,
            Item: toAttributes(run, key, { rev: was + 1, value }, mark),
            ConditionExpression: was === 0 ? 'attribute_not_exists(#rev)' : '#rev = :was',
            ExpressionAttributeNames: { '#rev': 'rev' },
            ...(was > 0 && { ExpressionAttributeValues: { ':was': { N: String(was) } } }),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return true;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // The client tries again when an answer gets lost; then what it finds in the way may be its own write.
        return error.Item?.['write']?.S === mark;
      }
    },

    async runs(limit = Infinity) {
      const found: string[] = [];
      let next: Attributes | undefined;
      while (found.length < limit) {
        const page = await client.send(
          new QueryCommand({
            TableName: table,
            IndexName: RUNS_INDEX,
            ScanIndexForward: false,
            KeyConditionExpression: '#listed = :run',
            ExpressionAttributeNames: { '#listed': 'listed' },
            ExpressionAttributeValues: { ':run': { S: 'run' } },
            ...(Number.isFinite(limit) && { Limit: limit - found.length }),
            ...(next && { ExclusiveStartKey: next }),
          }),
        );
        found.push(...(page.Items ?? []).map((attributes) => attributes['run']!.S!));
        next = page.LastEvaluatedKey;
        if (!next) break;
      }
      return found;
    },
  };
}

/** Asks again, with growing waits, for the keys that an answer left out because it was too large or the table busy. */
async function getBatch(client: DynamoDBClient, table: string, keys: Attributes[]): Promise<Attributes[]> {
  const found: Attributes[] = [];
  let left = keys;
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === maxTries) throw new Error(`the table ${table} left ${left.length} items unread ${tries} times`);
    if (tries > 0) await sleep(Math.random() * Math.min(50 * 2 ** tries, 5000));
    const answer = await client.send(
      new BatchGetItemCommand({ RequestItems: { [table]: { Keys: left, ConsistentRead: true } } }),
    );
    found.push(...(answer.Responses?.[table] ?? []));
    left = answer.UnprocessedKeys?.[table]?.Keys ?? [];
  }
  return found;
}
