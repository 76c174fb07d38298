import { parse } from 'yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from '../reference/result.ts';
import { scripted } from './cloud-project.ts';
import { repository } from './command-line.ts';
import type { Emulator } from './emulator.ts';
import { startEmulator } from './emulator.ts';
import { makeMachines } from './machines.ts';
import type { Machines } from './machines.ts';
import type { Proxy, Refusal, ServiceCall } from './proxy.ts';
import { startProxy } from './proxy.ts';

const yaml = readFileSync(join(repository, 'test/diagnostics/samples/software-agent-workflow/workflow.yaml'), 'utf8');
const script: Script = new Map(Object.entries(parse(scripted['software-agent-workflow']) as Record<string, []>));
const throttled: Refusal = { status: 400, type: 'ProvisionedThroughputExceededException' };

let emulator: Emulator;
let proxy: Proxy;
let machines: Machines;
/** Which of the calls, counted from 1, is refused. */
let refuses: (call: ServiceCall, count: number) => boolean = () => false;
let refused: ServiceCall[] = [];

beforeAll(async () => {
  emulator = await startEmulator();
  let count = 0;
  proxy = await startProxy(emulator.endpoint, (call) => {
    if (!refuses(call, (count += 1))) return undefined;
    refused.push(call);
    return throttled;
  });
  machines = await makeMachines(emulator, { AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint });
});
beforeEach(() => (refused = []));
afterAll(async () => {
  await proxy.close();
  await emulator.stop();
});

async function runs(): Promise<Record<string, string>> {
  const { status, state } = await machines.run({ yaml, script });
  expect(status).toBe('completed');
  return Object.fromEntries([...state.nodes].map(([id, node]) => [id, `${node.status} ${node.attempt} ${node.runs}`]));
}

describe('a table that turns calls away', () => {
  let untroubled: Record<string, string>;
  beforeAll(async () => {
    refuses = () => false;
    untroubled = await runs();
  });

  it('now and then changes nothing', async () => {
    refuses = (_, count) => count % 3 === 0;
    expect(await runs()).toEqual(untroubled);
    expect(refused.length).toBeGreaterThan(20);
  });

  it('for longer than the client tries costs no attempt of a node: the machine tries again', async () => {
    // The client tries three times; the emulator knows no names of errors, and makes few retries of those of the platform.
    let left = 6;
    refuses = ({ operation, body }) => operation === 'PutItem' && body.includes('node#S06') && left-- > 0;
    expect(await runs()).toEqual(untroubled);
    expect(refused).toHaveLength(6);
  });
});
