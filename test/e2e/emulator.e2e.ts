import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { startEmulator } from './emulator.ts';
import type { Emulator } from './emulator.ts';
import { functionLogs } from './function-logs.ts';
import { processesUsing, until } from './processes.ts';

describe('the emulator', () => {
  it('answers the services, knows one account, and leaves no process and no file when stopped', async () => {
    const emulator = await startEmulator();
    const folder = dirname(emulator.env['AWS_CONFIG_FILE']!);
    try {
      expect(await makeTable(emulator, 'runs')).toBe(
        `arn:aws:dynamodb:${emulator.region}:${emulator.account}:table/runs`,
      );
      expect(await tables(emulator)).toEqual(['runs']);
      expect(await processesUsing(folder)).not.toEqual([]);
    } finally {
      await emulator.stop();
    }
    await emulator.stop();

    await until(async () => (await processesUsing(folder)).length === 0);
    expect(existsSync(folder)).toBe(false);
    await expect(fetch(emulator.endpoint)).rejects.toThrow('fetch failed');
  });

  it('gives every emulator a state of its own', async () => {
    const [one, other] = await Promise.all([startEmulator(), startEmulator()]);
    try {
      await makeTable(one, 'runs');
      expect(await tables(one)).toEqual(['runs']);
      expect(await tables(other)).toEqual([]);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });

  it('runs functions, tells what they printed, and ends them even if they never come to an end', async () => {
    const emulator = await startEmulator();
    const folder = dirname(emulator.env['AWS_CONFIG_FILE']!);
    const source = 'export const handler = async (event) => { console.log(event.say); while (event.forever); };';
    const functions = `${emulator.endpoint}/2015-03-31/functions`;
    try {
      const created = await fetch(functions, {
        method: 'POST',
        body: JSON.stringify({
          FunctionName: 'endless',
          Runtime: 'nodejs24.x',
          Handler: 'index.handler',
          Role: `arn:aws:iam::${emulator.account}:role/any`,
          Timeout: 60,
          Code: { ZipFile: await zipped(source) },
        }),
      });
      expect(created.status).toBe(201);
      const invoke = (type: string, event: object): Promise<Response> =>
        fetch(`${functions}/endless/invocations`, {
          method: 'POST',
          headers: { 'x-amz-invocation-type': type },
          body: JSON.stringify(event),
        });

      expect((await invoke('RequestResponse', { say: 'good morning' })).status).toBe(200);
      expect(await functionLogs(emulator.endpoint, 'endless')).toContain('good morning');

      expect((await invoke('Event', { forever: true })).status).toBe(202);
      await until(async () => (await processesUsing(folder)).some((line) => line.includes('ministack-lambda-endless')));
    } finally {
      await emulator.stop();
    }

    await until(async () => (await processesUsing(folder)).length === 0);
    expect(existsSync(folder)).toBe(false);
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'ends when the process that started it gets %s',
    async (signal) => {
      const starter = spawn(process.execPath, [
        '--input-type=module',
        '--eval',
        `const { startEmulator } = await import(${JSON.stringify(join(import.meta.dirname, 'emulator.ts'))});
       console.log((await startEmulator()).env.AWS_CONFIG_FILE);
       setInterval(() => {}, 1000);`,
      ]);
      const [line] = (await once(starter.stdout, 'data')) as [Buffer];
      const folder = dirname(line.toString().trim());
      expect(await processesUsing(folder)).not.toEqual([]);

      starter.kill(signal);

      await until(async () => !existsSync(folder) && (await processesUsing(folder)).length === 0);
    },
  );
});

async function makeTable(emulator: Emulator, name: string): Promise<string | undefined> {
  const made = await new DynamoDBClient(emulator.client).send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'run', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'run', AttributeType: 'S' }],
    }),
  );
  return made.TableDescription?.TableArn;
}

async function tables(emulator: Emulator): Promise<string[] | undefined> {
  return (await new DynamoDBClient(emulator.client).send(new ListTablesCommand())).TableNames;
}

/** A deployment package with this one module, as base64. */
async function zipped(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stepwright-zip-'));
  try {
    await writeFile(join(folder, 'index.mjs'), source);
    await promisify(execFile)('python3', ['-m', 'zipfile', '-c', 'code.zip', 'index.mjs'], { cwd: folder });
    return await readFile(join(folder, 'code.zip'), 'base64');
  } finally {
    await rm(folder, { recursive: true });
  }
}
