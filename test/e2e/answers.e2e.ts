import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import { project } from '../stack/project.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { deploy } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { startEmulator } from './emulator.ts';
import type { Emulator } from './emulator.ts';
import type { PlainCalls, Published } from './plain-calls.ts';
import { plainCalls } from './plain-calls.ts';
import { until } from './processes.ts';

const files = {
  'workflow.yaml': `
name: shop
version: 1.0.0
triggers:
  http: true
  events: [{ source: [my.shop], detail-type: [order placed], input: { mode: detail.mode } }]
inputs: { mode: { required: true }, why: {} }
nodes:
  - { id: triage, skill: triage, role: router }
  - { id: ask, skill: s, role: router, human: true, description: May it be shipped? }
  - { id: quick, skill: s, role: router, human: true, timeout_seconds: 2, on_timeout: { label: hold } }
  - { id: work, skill: work, role: executor }
  - { id: ship, skill: work, role: executor }
  - { id: hold, skill: work, role: executor }
  - { id: end, skill: work, role: closeout }
edges:
  - { from: triage, to: ask, label: ask }
  - { from: triage, to: quick, label: quick }
  - { from: triage, to: work, label: work }
  - { from: ask, to: ship, label: ship it }
  - { from: ask, to: hold, label: hold }
  - { from: quick, to: ship, label: ship it }
  - { from: quick, to: hold, label: hold }
  - { from: work, to: end }
  - { from: ship, to: end }
  - { from: hold, to: end }
final: end
`,
  'skills/triage/index.mjs': 'export default ({ context }) => ({ label: context.mode });\n',
  'skills/work/index.mjs': `
export default ({ context, node }) => {
  if (context.why && node === 'work') throw new Error(context.why);
};
`,
  // A skill that is there, and that nobody runs.
  'skills/s/index.mjs': 'export default () => { throw new Error("nobody runs this"); };\n',
};

let emulator: Emulator;
let folder: TemporaryFolder;
let deployed: Deployment;
let calls: PlainCalls;
let published: () => Promise<Published[]>;
/** A run whose question nobody answers, and when it was started. */
let silent: { run: string; execution: string };

beforeAll(async () => {
  emulator = await startEmulator();
  folder = await project(files);
  // The emulator knows no alarms on sums of metrics.
  deployed = await deploy(emulator, folder.path, { alarms: 'false' });
  calls = plainCalls(emulator);
  published = await calls.subscribe(deployed.outputs['TopicArn']!);
  silent = { run: 'silent', execution: await deployed.start({ mode: 'quick' }, 'silent') };
}, 180_000);

afterAll(async () => {
  await emulator.stop();
  await folder.remove();
});

const http = (method: string, path: string, more?: Parameters<PlainCalls['http']>[3]) =>
  calls.http(deployed.outputs['HttpEndpoint']!, method, path, more);
const answer = (event: object) => calls.invoke(deployed.outputs['AnswerNodeName']!, event);
const about = async (run: string) => (await published()).filter((notice) => notice.about['run'] === run);
const untilStatus = (run: string, status: string) =>
  until(async () => (await http('GET', `/runs/${run}`)).body.status === status);

describe('a workflow with an endpoint', () => {
  let run: string;

  it('takes nothing that is not signed', async () => {
    const refused = await http('GET', '/runs', { headers: { authorization: '' } });
    expect(refused).toEqual({ code: 403, body: { message: 'Forbidden' } });
  });

  it('starts a run for each key once', async () => {
    const start = () => http('POST', '/runs', { body: { mode: 'ask' }, headers: { 'idempotency-key': 'order-1' } });
    const started = await start();
    expect([started.code, started.body]).toEqual([201, { run: expect.stringMatching(/^http-/) }]);
    run = started.body.run;
    expect((await start()).body).toEqual({ run });
    const bad = await http('POST', '/runs', { body: {} });
    expect([bad.code, bad.body.problems]).toEqual([400, ['the input mode is missing']]);
  });

  it('shows the run and its question, and people are told of it', async () => {
    await untilStatus(run, 'paused');
    const shown = await http('GET', `/runs/${run}`);
    expect(shown.body.nodes.ask).toMatchObject({
      status: 'running',
      note: 'waiting for a person: May it be shipped?',
      waiting: { question: 'May it be shipped?', labels: ['ship it', 'hold'] },
    });
    expect((await http('GET', '/runs?last=5')).body.runs).toContainEqual(expect.objectContaining({ run }));
    expect((await http('GET', '/runs/nowhere')).code).toBe(404);
    await until(async () => (await about(run)).length > 0);
    const [notice] = await about(run);
    expect(notice).toMatchObject({
      subject: 'shop: ask waits for an answer',
      about: { kind: 'waiting', workflow: 'shop', run, node: 'ask' },
    });
    expect(notice!.text).toContain(`  stepwright approve ask --cloud --run ${run} --label 'ship it'\n`);
    expect(notice!.text).toContain(`/runs/${run}/nodes/ask/answer\n  {"label":"ship it","ticket":"1.1"}\n`);
  });

  it('goes on with the answer that a program gives, and refuses a second one', async () => {
    expect(await answer({ run, node: 'ask', label: 'burn it' })).toMatchObject({ kind: 'refused', reason: 'unfit' });
    expect(await answer({ run, node: 'ask' })).toMatchObject({ kind: 'refused', reason: 'malformed' });
    const given = { run, node: 'ask', ticket: '1.1', by: 'a program', result: { label: 'ship it', note: 'in stock' } };
    expect(await answer(given)).toEqual({ kind: 'accepted', told: true });
    await untilStatus(run, 'completed');
    const second = await http('POST', `/runs/${run}/nodes/ask/answer`, { body: { label: 'hold' } });
    expect([second.code, second.body.error]).toEqual([
      409,
      expect.stringMatching(/^ask has been answered already, at .*: took 'ship it'; in stock; answered by a program$/),
    ]);
    const { body } = await http('GET', `/runs/${run}`);
    expect(body.nodes).toMatchObject({ ship: { status: 'passed' }, hold: { status: 'skipped' } });
    expect(await about(run)).toHaveLength(1);
  });

  it('takes an answer over HTTP', async () => {
    const started = await http('POST', '/runs', { body: { mode: 'ask' } });
    await untilStatus(started.body.run, 'paused');
    const answered = await http('POST', `/runs/${started.body.run}/nodes/ask/answer`, { body: { label: 'hold' } });
    expect([answered.code, answered.body.told]).toEqual([200, true]);
    await untilStatus(started.body.run, 'completed');
  });
});

describe('an answer that comes too late', () => {
  it('is refused, and the default counts at once', async () => {
    const execution = await deployed.start({ mode: 'quick' }, 'late');
    await untilStatus('late', 'paused');
    await sleep(2100);
    const late = await answer({ run: 'late', node: 'quick', label: 'ship it' });
    expect(late).toMatchObject({ kind: 'refused', reason: 'late', told: true });
    expect((await deployed.ended(execution)).status).toBe('SUCCEEDED');
    const { body } = await http('GET', '/runs/late');
    expect(body.nodes.quick).toMatchObject({
      status: 'passed',
      label: 'hold',
      note: "took 'hold'; answered by on_timeout, since nobody answered within 2 seconds",
    });
  });
});

describe('an event', () => {
  it('starts one run with what it brings, however often it is delivered', async () => {
    const runs = async () => new Set(await deployed.state.runs());
    const before = await runs();
    await calls.putEvent({ source: 'my.shop', type: 'order placed', detail: { mode: 'work' } });
    await calls.putEvent({ source: 'my.shop', type: 'order cancelled', detail: { mode: 'work' } });
    const started = async () => [...(await runs())].filter((run) => !before.has(run));
    await until(async () => (await started()).length > 0);
    const [run] = await started();
    await untilStatus(run!, 'completed');

    const { owner } = (await deployed.state.read(run!, ['#run'])).get('#run')!.value;
    const { input } = await deployed.stepFunctions.send(
      new DescribeExecutionCommand({ executionArn: owner as string }),
    );
    const delivered = JSON.parse(input!) as object;
    expect(delivered).toEqual({ mode: 'work', stepwright: { key: expect.any(String), trigger: 'event' } });
    const again = await deployed.ended(await deployed.start(delivered, 'delivered-again'));
    expect(JSON.parse(again.output!)).toMatchObject({ take: 'lost', why: 'repeated' });
    expect(await started()).toEqual([run]);
  });
});

describe('a run that fails', () => {
  it('is told of once, with node, attempts, evidence and the command to go on', async () => {
    const execution = await deployed.start({ mode: 'work', why: 'no paper in tray 2' }, 'failing');
    expect((await deployed.ended(execution)).status).toBe('FAILED');
    await until(async () => (await about('failing')).length > 0);
    const [notice] = await about('failing');
    expect(notice).toMatchObject({
      subject: 'shop: a run has failed at work',
      about: { kind: 'failed', node: 'work' },
    });
    expect(notice!.text).toContain('\n  work blocked after 2 attempts: no paper in tray 2\n');
    expect(notice!.text).toContain('Go on:       stepwright resume --cloud --run failing\n');

    // The event of its end is delivered again.
    const detail = { executionArn: execution, name: 'failing', status: 'FAILED', input: '{}' };
    await calls.invoke(await calls.functionNamed('SettleRun'), { detail });
    await sleep(500);
    expect(await about('failing')).toHaveLength(1);
  });
});

describe('a question that nobody answers', () => {
  it('is answered by the default when the Task has timed out', async () => {
    expect((await deployed.ended(silent.execution)).status).toBe('SUCCEEDED');
    const { body } = await http('GET', `/runs/${silent.run}`);
    expect(body).toMatchObject({
      status: 'completed',
      nodes: { quick: { label: 'hold' }, hold: { status: 'passed' } },
    });
    const told = await about(silent.run);
    expect(told.map((notice) => notice.about['kind'])).toEqual(['waiting']);
  });
});
