import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { compile } from '../../lib/compile/index.ts';
import type { UsageRange } from '../../lib/cli/usage.ts';
import { usageOf } from '../../lib/cli/usage.ts';
import { idsToRead, indexTable } from '../../lib/node/view.ts';
import type { Attributes } from '../../lib/store/dynamodb-item.ts';
import { keyOf, toItem } from '../../lib/store/dynamodb-item.ts';
import type { Script } from '../reference/result.ts';
import { scripted } from './cloud-project.ts';
import { repository } from './command-line.ts';
import type { Emulator } from './emulator.ts';
import { startEmulator } from './emulator.ts';
import type { EndedInCloud } from './machines.ts';
import { makeMachines } from './machines.ts';
import type { Proxy, ServiceCall } from './proxy.ts';
import { startProxy } from './proxy.ts';

const file = join(repository, 'test/diagnostics/samples/software-agent-workflow/workflow.yaml');
const yaml = readFileSync(file, 'utf8');
const { table, ...compiled } = compile(yaml, { target: 'aws', fileExists: () => true }).compiled!;

let emulator: Emulator;
let proxy: Proxy;
let calls: readonly ServiceCall[];
let ended: EndedInCloud;

/** With loops taken, and a gate that fails at first. */
const script: Script = new Map(Object.entries(parse(scripted['software-agent-workflow']) as Record<string, []>));

beforeAll(async () => {
  emulator = await startEmulator();
  proxy = await startProxy(emulator.endpoint);
  const machines = await makeMachines(emulator, {
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    AWS_ENDPOINT_URL_S3: proxy.endpoint,
  });
  ended = await machines.run({ yaml, script });
  calls = [...proxy.calls];
});
afterAll(async () => {
  await proxy.close();
  await emulator.stop();
});

const named = (operation: string) => calls.filter((call) => call.operation === operation);
const itemOf = ({ body }: ServiceCall) => (JSON.parse(body) as { Item: Attributes }).Item;
const units = (bytes: number, size: number) => Math.max(1, Math.ceil(bytes / size));

/** What was written of a node, in order. */
function writesOf(id: string): { status: string }[] {
  const items = named('PutItem').map(itemOf);
  return items.filter((item) => keyOf(item) === `node#${id}`).map((item) => toItem(item).value as { status: string });
}

describe('a run of the workflow of 22 nodes', () => {
  it('is completed', () => {
    expect(table.nodes).toHaveLength(22);
    expect(ended.status).toBe('completed');
    expect(ended.state.nodes.get('S16')).toMatchObject({ status: 'passed', runs: 2 });
  });

  it('calls services for a node four times at most, and once for each output', () => {
    let visits = 0;
    for (const node of table.nodes) {
      const written = writesOf(node.id);
      const executed = written.filter(({ status }) => status === 'running').length;
      const skipped = written.filter(({ status }) => status === 'skipped').length;
      const puts = named('PUT').filter(({ path }) => path.includes(`/artifacts/${node.slug}/`)).length;
      expect([node.id, executed]).toEqual([node.id, ended.state.nodes.get(node.id)!.runs ?? 0]);
      // It reads once (see below), writes that it runs and how it ended, and its outputs with their list.
      expect([node.id, written.length]).toEqual([node.id, 2 * executed + skipped]);
      expect(executed + written.length + puts).toBeLessThanOrEqual(executed * (4 + node.outputs.length) + 2 * skipped);
      visits += executed + skipped;
    }
    // For each visit and for the start once, as no node has more than a hundred keys to read.
    const most = Math.max(...table.nodes.map((node) => 2 + idsToRead(indexTable(table), node).size));
    expect(most).toBeLessThanOrEqual(100);
    expect(named('BatchGetItem')).toHaveLength(visits + 1);
  });

  it('calls nothing else but to start, to take loops and to close', () => {
    const known = ['BatchGetItem', 'PutItem', 'PUT', 'Query'];
    expect(calls.filter(({ operation }) => !known.includes(operation))).toEqual([]);
    expect(named('Query')).toHaveLength(1);
    expect(named('PUT').filter(({ path }) => path.includes('closeout-report.md'))).toHaveLength(1);
    const others = named('PutItem')
      .map((call) => keyOf(itemOf(call)))
      .filter((key) => !key.startsWith('node#'));
    const { turns } = ended.state;
    const loops = new Set(turns?.values()).size;
    expect(others.sort()).toEqual(['#input', ...Array<string>(2 + loops).fill('#run'), '#workflow']);
  });

  it('uses as much as `plan` says', () => {
    const { least, most } = usageOf({ ...compiled, table }) satisfies UsageRange;
    const used = {
      readUnits: named('BatchGetItem').reduce((total, call) => total + keysIn(call), 0),
      writeUnits: named('PutItem').reduce((total, { body }) => total + units(Buffer.byteLength(body) - 300, 1024), 0),
      puts: named('PUT').length,
    };
    for (const kind of ['readUnits', 'writeUnits', 'puts'] as const) {
      expect([kind, used[kind] >= least[kind] * 0.9]).toEqual([kind, true]);
      expect([kind, used[kind] <= most[kind]]).toEqual([kind, true]);
    }
  });
});

function keysIn(call: ServiceCall): number {
  const tables = Object.values(
    (JSON.parse(call.body) as { RequestItems: Record<string, { Keys: unknown[] }> }).RequestItems,
  );
  return tables.reduce((total, { Keys }) => total + Keys.length, 0);
}
