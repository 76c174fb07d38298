import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { CreateTableCommand, DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, HeadObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { dynamoState, RUNS_INDEX } from '../../lib/store/dynamodb.ts';
import { fileTree } from '../../lib/store/file-tree.ts';
import { s3Artifacts } from '../../lib/store/s3.ts';
import { artifactContract, projectFiles } from '../store/artifact-contract.ts';
import { stateContract } from '../store/state-contract.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { startEmulator } from './emulator.ts';
import type { Emulator } from './emulator.ts';

const version = { run: '20260131T100000-aaaa', node: 's02-ask', round: 1 };

let emulator: Emulator;
let folder: TemporaryFolder;
let count = 0;

beforeAll(async () => {
  emulator = await startEmulator();
  folder = await temporaryFolder();
  for (const [path, content] of projectFiles) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), content);
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await emulator.stop();
  await folder.remove();
});

async function newTable(client: DynamoDBClient): Promise<string> {
  const name = `runs-${++count}`;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'run', KeyType: 'HASH' },
        { AttributeName: 'item', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: ['run', 'item', 'listed', 'started'].map((name) => ({
        AttributeName: name,
        AttributeType: 'S',
      })),
      GlobalSecondaryIndexes: [
        {
          IndexName: RUNS_INDEX,
          KeySchema: [
            { AttributeName: 'listed', KeyType: 'HASH' },
            { AttributeName: 'started', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
  );
  return name;
}

async function newBucket(client: S3Client): Promise<string> {
  const name = `artifacts-${++count}`;
  await client.send(new CreateBucketCommand({ Bucket: name }));
  return name;
}

describe('runs in DynamoDB', () => {
  stateContract(async () => {
    const client = new DynamoDBClient(emulator.client);
    const table = await newTable(client);
    return {
      store: dynamoState(client, table),
      reopen: () => Promise.resolve(dynamoState(client, table)),
      close: () => {
        client.destroy();
        return Promise.resolve();
      },
    };
  });

  it('can be read by a person', async () => {
    const client = new DynamoDBClient(emulator.client);
    const table = await newTable(client);
    await dynamoState(client, table).write(version.run, 'node#S02', { status: 'passed', note: 'é' }, 0);
    const found = await client.send(
      new GetItemCommand({ TableName: table, Key: { run: { S: version.run }, item: { S: 'node#S02' } } }),
    );
    expect(found.Item).toEqual({
      run: { S: version.run },
      item: { S: 'node#S02' },
      rev: { N: '1' },
      write: { S: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      value: { S: '{"status":"passed","note":"é"}' },
    });
  });

  it('say clearly what is too large for them', async () => {
    const client = new DynamoDBClient(emulator.client);
    const store = dynamoState(client, await newTable(client));
    const noise = Array.from({ length: 100_000 }, () => Math.random().toString(36)).join('');
    await expect(store.write(version.run, '#input', { noise }, 0)).rejects.toThrow(
      /^'#input' of the run 20260131T100000-aaaa is too large to be recorded: \d+ KB compressed, and at most 390 KB fit$/,
    );
    expect(await store.readAll(version.run)).toEqual(new Map());
  });

  it('know their own write when its answer got lost', async () => {
    const client = new DynamoDBClient(emulator.client);
    const store = dynamoState(client, await newTable(client));
    let tries = 0;
    client.middlewareStack.add(
      (next) => async (args) => {
        tries++;
        const answer = await next(args);
        if (tries > 1) return answer;
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', $retryable: {} });
      },
      { step: 'deserialize', priority: 'high' },
    );
    expect(await store.write(version.run, 'a', { text: 'one' }, 0)).toBe(true);
    expect(tries).toBe(2);
    expect(await store.write(version.run, 'a', { text: 'two' }, 0)).toBe(false);
  });

  it('ask again for what an answer left out, and give up in the end', async () => {
    const client = new DynamoDBClient(emulator.client);
    const store = dynamoState(client, await newTable(client));
    const keys = ['a', 'b', 'c', 'd', 'e'];
    for (const key of keys) await store.write(version.run, key, { key }, 0);
    let perAnswer = 2;
    let answers = 0;
    // As the service does when it is busy: it answers some of the keys and names the others.
    client.middlewareStack.add(
      (next) => async (args) => {
        const { RequestItems } = args.input as { RequestItems: Record<string, { Keys: object[] }> };
        const [[table, wanted]] = Object.entries(RequestItems) as [[string, { Keys: object[] }]];
        const some = { RequestItems: { [table]: { ...wanted, Keys: wanted.Keys.slice(0, perAnswer || 1) } } };
        const answer = await next({ ...args, input: some });
        answers++;
        const left = wanted.Keys.slice(perAnswer);
        const output = {
          ...answer.output,
          ...(perAnswer === 0 && { Responses: {} }),
          UnprocessedKeys: left.length > 0 ? { [table]: { Keys: left } } : {},
        };
        return { ...answer, output };
      },
      { step: 'initialize' },
    );
    expect([...(await store.read(version.run, keys)).keys()].sort()).toEqual(keys);
    expect(answers).toBe(3);

    perAnswer = 0;
    // The waits between the tries are random; this makes them short.
    jest.spyOn(Math, 'random').mockReturnValue(0.01);
    await expect(store.read(version.run, keys)).rejects.toThrow(/left 5 items unread 10 times/);
  }, 60_000);
});

describe('artifacts in S3', () => {
  artifactContract(async () => {
    const client = new S3Client(emulator.client);
    return {
      store: s3Artifacts(client, await newBucket(client), fileTree(folder.path)),
      close: () => {
        client.destroy();
        return Promise.resolve();
      },
    };
  });

  it('lie where a person would look for them, with their type', async () => {
    const client = new S3Client(emulator.client);
    const bucket = await newBucket(client);
    const store = s3Artifacts(client, bucket, fileTree(folder.path));
    await store.publish(version, new Map([['out/ü.md', Buffer.from('# ü')]]));
    await store.writeRunFile(version.run, 'artifacts/closeout-report.md', Buffer.from('# Report'));

    const listed = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    expect(listed.Contents?.map(({ Key }) => Key)).toEqual([
      'runs/20260131T100000-aaaa/artifacts/closeout-report.md',
      'runs/20260131T100000-aaaa/artifacts/s02-ask/1.json',
      'runs/20260131T100000-aaaa/artifacts/s02-ask/1/out/ü.md',
    ]);
    const head = await client.send(
      new HeadObjectCommand({ Bucket: bucket, Key: 'runs/20260131T100000-aaaa/artifacts/s02-ask/1/out/ü.md' }),
    );
    expect(head.ContentType).toBe('text/markdown; charset=utf-8');
  });

  it.each([1, 2, 3])('show nothing of a publication whose request %d failed', async (failing) => {
    const client = new S3Client(emulator.client);
    const store = s3Artifacts(client, await newBucket(client), fileTree(folder.path));
    const files = new Map(['out/a.md', 'out/b.md'].map((path) => [path, Buffer.from('old')]));
    await store.publish(version, files);

    let puts = 0;
    client.middlewareStack.add(
      (next, context) => (args) => {
        if (context.commandName === 'PutObjectCommand' && ++puts === failing) throw new Error('the power went off');
        return next(args);
      },
      { step: 'initialize' },
    );
    await expect(store.publish(version, files)).rejects.toThrow('the power went off');
    expect(await store.list(version, 'out/')).toEqual([]);
    expect(await store.read(version, 'out/a.md')).toBeUndefined();

    await store.publish(version, files);
    expect(await store.list(version, 'out/')).toEqual(['out/a.md', 'out/b.md']);
  });
});
