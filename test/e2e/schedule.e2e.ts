import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { StopExecutionCommand } from '@aws-sdk/client-sfn';
import { cloudSchedules, setScheduleState } from '../../lib/cloud/schedules.ts';
import { LOCK } from '../../lib/node/overlap.ts';
import { STARTS } from '../../lib/store/run-id.ts';
import { project } from '../stack/project.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { deploy } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { startEmulator } from './emulator.ts';
import type { Emulator } from './emulator.ts';
import { until } from './processes.ts';

const files = {
  'workflow.yaml': `
workflow: {name: tick, version: 1.0.0}
schedule: {enabled: true, cron: '* * * * *', timezone: UTC, overlap: queue}
steps:
  - {id: a, name: a, command: /sleep}
`,
  'skills/sleep/index.mjs': `
export default ({ context }) => new Promise((resolve) => setTimeout(resolve, Number(context.seconds ?? 0) * 1000));
`,
};

let emulator: Emulator;
let folder: TemporaryFolder;
let deployed: Deployment;

beforeAll(async () => {
  emulator = await startEmulator({ checkPolicies: true });
  folder = await project(files);
  // The emulator knows no alarms on sums of metrics.
  deployed = await deploy(emulator, folder.path, { alarms: 'false' });
}, 120_000);

afterAll(async () => {
  await emulator.stop();
  await folder.remove();
});

interface Shown {
  readonly result?: string;
  readonly trigger?: string;
  readonly behind?: string;
}

async function header(run: string): Promise<Shown | undefined> {
  return (await deployed.state.read(run, ['#run'])).get('#run')?.value;
}

/** The input of a tick as the scheduler would deliver it: here it leaves the placeholder of the time as it is. */
const tick = (overlap: string, seconds: number, scheduledTime = '<aws.scheduler.scheduled-time>') => ({
  seconds,
  stepwright: { schedule: 'tick', overlap, scheduledTime },
});

/** What the execution of a start says. */
async function answer(execution: string): Promise<unknown> {
  const { status, output, cause } = await deployed.ended(execution);
  return status === 'SUCCEEDED' ? JSON.parse(output!) : `${status}: ${cause}`;
}

async function turn(): Promise<unknown> {
  return (await deployed.state.read(STARTS, [LOCK])).get(LOCK)?.value;
}

describe('a deployed schedule', () => {
  it('starts a run every minute, which completes, until it is switched off', async () => {
    const client = new SchedulerClient(emulator.client);
    const group = { stack: 'stepwright-tick', scheduleGroup: deployed.outputs['ScheduleGroupName']! };
    const schedule = { name: 'schedule-1', expression: 'cron(* * * * ? *)', zone: 'UTC' };
    expect(await cloudSchedules(group, client)).toEqual([{ ...schedule, enabled: true }]);
    const deadline = Date.now() + 150_000;
    let runs: string[] = [];
    while (runs.length === 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      runs = await deployed.state.runs();
    }
    expect(runs).toHaveLength(1);
    expect(await setScheduleState(group, false, client)).toEqual([{ ...schedule, enabled: false }]);
    expect(await cloudSchedules(group, client)).toEqual([{ ...schedule, enabled: false }]);
    await until(async () => (await header(runs[0]!))?.result !== undefined);
    expect(await header(runs[0]!)).toMatchObject({ trigger: 'schedule', result: 'completed' });
    await until(async () => JSON.stringify(await turn()) === '{}');
  }, 200_000);

  it('starts one run however often a tick is delivered', async () => {
    const input = tick('allow', 0, '2026-02-13T09:00:00Z');
    const names = ['once-1', 'once-2', 'once-3'];
    const started = await Promise.all(names.map((name) => deployed.start(input, name)));
    const answers = (await Promise.all(started.map(answer))) as { run: string; why?: string; result?: string }[];
    expect(answers.filter(({ result }) => result === 'completed')).toHaveLength(1);
    expect(answers.filter(({ why }) => why === 'repeated')).toHaveLength(2);
    const recorded = await Promise.all(names.map(header));
    expect(recorded.filter((found) => found !== undefined)).toHaveLength(1);
  });

  it('skips a tick while a run is going on', async () => {
    const first = await deployed.start(tick('skip', 4), 'skip-1');
    await until(async () => (await header('skip-1')) !== undefined);
    const second = await deployed.start(tick('skip', 0), 'skip-2');
    expect(await answer(second)).toEqual({ run: 'skip-2', take: 'lost', why: 'skipped' });
    expect(await header('skip-2')).toMatchObject({ result: 'skipped', behind: 'skip-1' });
    expect(await answer(first)).toEqual({ run: 'skip-1', result: 'completed' });
    expect(await answer(await deployed.start(tick('skip', 0), 'skip-3'))).toMatchObject({ result: 'completed' });
  });

  it('lets a tick wait, and starts it when the run has ended', async () => {
    const first = await deployed.start(tick('queue', 4), 'queue-1');
    await until(async () => (await header('queue-1')) !== undefined);
    const second = await deployed.start(tick('queue', 0), 'queue-2');
    expect(await answer(second)).toEqual({ run: 'queue-2', take: 'lost', why: 'queued' });
    expect(await header('queue-2')).toBeUndefined();
    expect(await answer(first)).toEqual({ run: 'queue-1', result: 'completed' });
    await until(async () => (await header('queue-2'))?.result !== undefined);
    expect(await header('queue-2')).toMatchObject({ trigger: 'schedule', result: 'completed' });
    await until(async () => JSON.stringify(await turn()) === '{}');
  });

  it('goes on after a run that was stopped', async () => {
    const stopped = await deployed.start(tick('skip', 8), 'stop-1');
    await until(async () => (await header('stop-1')) !== undefined);
    await deployed.stepFunctions.send(new StopExecutionCommand({ executionArn: stopped }));
    await until(async () => JSON.stringify(await turn()) === '{}');
    expect((await header('stop-1'))!.result).toBe('cancelled');
    expect(await answer(await deployed.start(tick('skip', 0), 'stop-2'))).toMatchObject({ result: 'completed' });
  });
});
