import {
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  DescribeStateMachineForExecutionCommand,
  ExecutionDoesNotExist,
  ExecutionNotRedrivable,
  GetExecutionHistoryCommand,
  RedriveExecutionCommand,
  SFNClient,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import type { Deployed } from '../../lib/cloud/deployed.ts';
import { redrivable, redriveRun } from '../../lib/cloud/redrive.ts';
import type { CloudRun } from '../../lib/cloud/runs.ts';
import { cloudRun } from '../../lib/cloud/runs.ts';
import { HEADER } from '../../lib/node/record.ts';
import { settleExecution } from '../../lib/node/settle-execution.ts';
import { runNode } from '../../lib/node/run-node.ts';
import { startRun } from '../../lib/node/start-run.ts';
import { asHeader } from '../../lib/node/view.ts';
import type { Bench, ScriptFile } from '../node/bench.ts';
import { bench, graph } from '../node/bench.ts';

const machine = 'arn:aws:states:eu-central-1:123456789012:stateMachine:m';
const execution = 'arn:aws:states:eu-central-1:123456789012:execution:m:r1';
const now = new Date('2026-12-20T12:00:00Z');
const sfn = mockClient(SFNClient);

/** What the service says of an execution that has failed an hour ago. */
const failed = {
  status: 'FAILED',
  stopDate: new Date('2026-12-20T11:00:00Z'),
  redriveStatus: 'REDRIVABLE',
  redriveCount: 0,
} as const;

beforeEach(() => {
  sfn.reset();
  sfn.on(DescribeExecutionCommand, { executionArn: execution }).resolves(failed);
  sfn.on(DescribeStateMachineForExecutionCommand, { executionArn: execution }).resolves({ definition: 'one' });
  sfn.on(DescribeStateMachineCommand, { stateMachineArn: machine }).resolves({ definition: 'one' });
  sfn.on(GetExecutionHistoryCommand).resolves({ events: [{ id: 42 }] } as never);
  sfn.on(RedriveExecutionCommand).resolves({});
});

interface Place {
  readonly b: Bench;
  readonly deployed: Deployed;
  readonly recorded: () => Promise<CloudRun>;
}

function place(workflow: string, script: ScriptFile): Place {
  const b = bench(workflow, { script });
  const { workflow: indexed, state, artifacts } = b.deps;
  const names = { stack: 's', machine, table: 't', bucket: 'b' };
  const deployed: Deployed = { ...names, workflow: indexed, state, artifacts, stepFunctions: new SFNClient({}) };
  return { b, deployed, recorded: async () => cloudRun(deployed, await state.readAll('r1'), undefined) };
}

/** A run of A>B whose A was blocked, as an execution of the service leaves it. */
async function blockedRun(): Promise<Place> {
  const made = place(graph('A>B'), { A: [{ error: 'boom' }, { error: 'boom' }, {}] });
  const { deps } = made.b;
  await startRun({ execution, name: 'r1', input: {}, epoch: 'r1/0' }, deps);
  const visit = () => runNode({ run: 'r1', epoch: 'r1/0', apply: [], node: 'a' }, deps);
  await expect(visit()).rejects.toThrow('boom');
  await expect(visit()).rejects.toThrow('blocked');
  await settleExecution({ run: 'r1', execution, cancelled: false }, deps);
  return made;
}

async function answer({ deployed, recorded }: Place): Promise<object> {
  return redrivable(deployed, await recorded(), now);
}

describe('an execution that has failed', () => {
  it.each(['FAILED', 'ABORTED', 'TIMED_OUT'] as const)('and is %s can be redriven', async (status) => {
    sfn.on(DescribeExecutionCommand).resolves({ ...failed, status });
    expect(await answer(await blockedRun())).toEqual({ epoch: 'r1/1' });
  });

  it('is redriven as often as the service has counted', async () => {
    sfn.on(DescribeExecutionCommand).resolves({ ...failed, redriveCount: 3 });
    expect(await answer(await blockedRun())).toEqual({ epoch: 'r1/4' });
  });

  it.each([
    [
      'whose definition is another one',
      'another version has been deployed since it began',
      () => sfn.on(DescribeStateMachineForExecutionCommand).resolves({ definition: 'two' }),
    ],
    [
      'that ended too long ago',
      'its execution ended more than 14 days ago',
      () => sfn.on(DescribeExecutionCommand).resolves({ ...failed, stopDate: new Date('2026-12-06T11:59:59Z') }),
    ],
    [
      'with too many events',
      'its execution has 24999 events, and the service allows no more',
      () => sfn.on(GetExecutionHistoryCommand).resolves({ events: [{ id: 24_999 }] } as never),
    ],
    [
      'that goes on',
      'its execution is running',
      () => sfn.on(DescribeExecutionCommand).resolves({ ...failed, status: 'RUNNING' }),
    ],
    [
      'that the service does not redrive',
      'the service does not redrive its execution: too often',
      () =>
        sfn
          .on(DescribeExecutionCommand)
          .resolves({ ...failed, redriveStatus: 'NOT_REDRIVABLE', redriveStatusReason: 'too often' }),
    ],
    [
      'that is gone',
      'the service has forgotten its execution',
      () => sfn.on(DescribeExecutionCommand).rejects(new ExecutionDoesNotExist({ message: '', $metadata: {} })),
    ],
  ])('%s cannot', async (_, why, set) => {
    const made = await blockedRun();
    set();
    expect(await answer(made)).toEqual({ not: why });
  });

  it('with one event less can', async () => {
    sfn.on(GetExecutionHistoryCommand).resolves({ events: [{ id: 24_998 }] } as never);
    expect(await answer(await blockedRun())).toEqual({ epoch: 'r1/1' });
    const [call] = sfn.commandCalls(GetExecutionHistoryCommand);
    expect(call!.args[0].input).toMatchObject({ reverseOrder: true, maxResults: 1 });
  });

  it('cannot where nobody has executed anything, or the workflow has changed', async () => {
    const { deployed, recorded } = await blockedRun();
    const found = await recorded();
    const imported = { ...found, header: { ...found.header, owner: 'imported' } };
    expect(await redrivable(deployed, imported, now)).toEqual({ not: 'no execution has worked on it yet' });
    expect(await redrivable(deployed, { ...found, changed: ['A'] }, now)).toEqual({ not: 'the workflow has changed' });
    expect(sfn.calls()).toEqual([]);
  });

  it('cannot where the machine has gone past what runs again', async () => {
    const steps = `
workflow: { name: s, version: 1.0.0 }
defaults: { stop_on_error: false }
steps: [{ id: a, command: /a }, { id: b, command: /b, depends_on: [a] }, { id: c, command: /c }]
`;
    const made = place(steps, { a: { error: 'boom' } });
    const { deps } = made.b;
    await startRun({ execution, name: 'r1', input: {}, epoch: 'r1/0' }, deps);
    await runNode({ run: 'r1', epoch: 'r1/0', apply: [], node: 'a' }, deps);
    await settleExecution({ run: 'r1', execution, cancelled: true }, deps);
    expect(await answer(made)).toEqual({ not: 'a runs again, and the machine has gone past it' });
  });
});

describe('a redrive', () => {
  it('is written to the record first, which its handlers then go on with', async () => {
    const made = await blockedRun();
    let seen: unknown;
    sfn.on(RedriveExecutionCommand).callsFake(async () => {
      seen = (await made.recorded()).header;
      return {};
    });
    expect(await redriveRun(made.deployed, await made.recorded(), 'r1/1')).toBe('redriven');
    expect(seen).toMatchObject({ owner: execution, epoch: 'r1/1' });
    const { header, status } = await made.recorded();
    expect([header.result, header.stopped, header.ended, status]).toEqual([
      undefined,
      undefined,
      undefined,
      'interrupted',
    ]);
    // The end before, of which somebody hears late, is none of the redrive's.
    const late = { run: 'r1', execution, redrive: 0, cancelled: false };
    expect(await settleExecution(late, made.b.deps)).toEqual({ kind: 'nothing' });
    const visit = { run: 'r1', epoch: 'r1/1', apply: [] };
    for (const node of ['a', 'b']) await runNode({ ...visit, node }, made.b.deps);
    const nodes = [...(await made.recorded()).state.nodes.values()];
    expect(nodes.map((node) => node.status)).toEqual(['passed', 'passed']);
  });

  it('is not done where somebody else has taken the run up', async () => {
    const { deployed, recorded } = await blockedRun();
    const found = await recorded();
    expect(await redriveRun(deployed, found, 'r1/1')).toBe('redriven');
    expect(await redriveRun(deployed, found, 'r1/1')).toBe('changed');
    expect(sfn.commandCalls(RedriveExecutionCommand)).toHaveLength(1);
  });

  it('that the service refuses leaves the run to a new execution', async () => {
    sfn.on(RedriveExecutionCommand).rejects(new ExecutionNotRedrivable({ message: 'no more', $metadata: {} }));
    const { b, deployed, recorded } = await blockedRun();
    expect(await redriveRun(deployed, await recorded(), 'r1/1')).toEqual({
      not: 'the service does not redrive its execution: no more',
    });
    const input = { stepwright: { run: 'r1', was: execution } };
    const taken = await startRun({ execution: 'arn:two', name: 'r1.2', input, epoch: 'r1.2/0' }, b.deps);
    expect(taken).toEqual({ run: 'r1', take: 'go' });
    expect(asHeader((await b.deps.state.read('r1', [HEADER])).get(HEADER)!.value).owner).toBe('arn:two');
  });
});
