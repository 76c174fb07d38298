import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import type { Deployed } from '../../lib/cloud/deployed.ts';
import { reconcile } from '../../lib/cloud/reconcile.ts';
import type { CloudRun } from '../../lib/cloud/runs.ts';
import { readCloudRun } from '../../lib/cloud/runs.ts';
import { runNode } from '../../lib/node/run-node.ts';
import { startRun } from '../../lib/node/start-run.ts';
import { bench, graph } from '../node/bench.ts';

const execution = 'arn:aws:states:eu-central-1:123456789012:execution:m:r1';
const sfn = mockClient(SFNClient);
beforeEach(() => sfn.reset());

/** A run of A>B whose A has passed, and whose execution ended so many seconds ago in this way. */
async function ended(status: 'FAILED' | 'ABORTED' | 'RUNNING', seconds: number): Promise<Deployed> {
  const { deps } = bench(graph('A>B'));
  await startRun({ execution, name: 'r1', input: {}, epoch: 'r1/0' }, deps);
  await runNode({ run: 'r1', epoch: 'r1/0', apply: [], node: 'a' }, deps);
  const stopDate = new Date(Date.now() - seconds * 1000);
  sfn.on(DescribeExecutionCommand).resolves({ status, ...(status !== 'RUNNING' && { stopDate }) });
  const names = { stack: 's', machine: 'arn:m', table: 't', bucket: 'b' };
  const { workflow, state, artifacts } = deps;
  return { ...names, workflow, state, artifacts, stepFunctions: new SFNClient({}) };
}

async function looked(deployed: Deployed): Promise<CloudRun> {
  return reconcile(deployed, (await readCloudRun(deployed, 'r1'))!, new Date());
}

describe('a run whose execution has ended while nobody was told', () => {
  it.each([
    ['FAILED', 'failed'],
    ['ABORTED', 'cancelled'],
  ] as const)('is settled by who looks at it: %s', async (status, result) => {
    const deployed = await ended(status, 120);
    expect((await looked(deployed)).header.result).toBe(result);
    expect((await readCloudRun(deployed, 'r1'))!.header.result).toBe(result);
    // Once it is, nothing is asked any more.
    const asked = sfn.calls().length;
    await looked(deployed);
    expect(sfn.calls()).toHaveLength(asked);
  });

  it.each([
    ['for a minute to who is told of it', 'FAILED', 30],
    ['alone while it goes on', 'RUNNING', 120],
  ] as const)('is left %s', async (_, status, seconds) => {
    const deployed = await ended(status, seconds);
    const before = await deployed.state.readAll('r1');
    expect((await looked(deployed)).header.result).toBeUndefined();
    expect(await deployed.state.readAll('r1')).toEqual(before);
  });

  it('is shown as it is to who may only read', async () => {
    const deployed = await ended('FAILED', 120);
    const denied = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
    const state = { ...deployed.state, write: () => Promise.reject(denied) };
    const { header, status } = await looked({ ...deployed, state });
    expect([header.result, status]).toEqual([undefined, 'failed']);
  });
});
