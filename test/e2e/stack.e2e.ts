import { setTimeout as sleep } from 'node:timers/promises';
import { SendTaskSuccessCommand } from '@aws-sdk/client-sfn';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { compile } from '../../lib/compile/index.ts';
import type { PersonAnswer } from '../../lib/node/human.ts';
import { answerNode, recordedReply } from '../../lib/node/human.ts';
import { indexTable } from '../../lib/node/view.ts';
import { fileTree } from '../../lib/store/file-tree.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { s3Artifacts } from '../../lib/store/s3.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project, small } from '../stack/project.ts';
import { deploy } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { startEmulator } from './emulator.ts';
import type { Emulator, EmulatorOptions } from './emulator.ts';
import { until } from './processes.ts';

let emulator: Emulator;
let folder: TemporaryFolder;
let deployed: Deployment;

async function setUp(
  files: Readonly<Record<string, string>>,
  { context, ...options }: EmulatorOptions & { readonly context?: Record<string, string> },
): Promise<void> {
  emulator = await startEmulator(options);
  folder = await project(files);
  deployed = await deploy(emulator, folder.path, context);
}

async function tearDown(): Promise<void> {
  await emulator.stop();
  await folder.remove();
}

/** The result of a run, as soon as it has one. */
async function resultOf(run: string): Promise<unknown> {
  const result = async () => (await deployed.state.read(run, ['#run'])).get('#run')!.value['result'];
  await until(async () => (await result()) !== undefined);
  return result();
}

/** What the records of a run say of its nodes: status, and the note if there is one. */
async function nodesOf(run: string): Promise<Record<string, string>> {
  const items = await deployed.state.readAll(run);
  const nodes = [...items].filter(([key]) => key.startsWith('node#'));
  return Object.fromEntries(
    nodes.map(([key, { value }]) => [key.slice(5), [value['status'], value['note']].filter(Boolean).join(': ')]),
  );
}

describe('a deployed workflow of code skills', () => {
  const failing = `
export default ({ context }) => {
  if (context.fail) throw new Error(context.fail);
};
`;
  beforeAll(() => setUp({ ...small, 'skills/finish/index.mjs': failing }, { checkPolicies: true }));
  afterAll(tearDown);

  it('runs them on the files of the project, and closes the run with a report', async () => {
    const ended = await deployed.ended(await deployed.start({ Comment: 'sample' }, 'first'));
    expect([ended.status, JSON.parse(ended.output!)]).toEqual(['SUCCEEDED', { run: 'first', result: 'completed' }]);
    expect(await nodesOf('first')).toEqual({ read: 'passed', end: 'passed' });

    const artifacts = s3Artifacts(deployed.s3, deployed.outputs['BucketName']!, fileTree(folder.path));
    const upper = await artifacts.read({ run: 'first', node: 'read', round: 1 }, 'artifacts/upper.md');
    expect(Buffer.from(upper!).toString()).toBe('HELLO WORLD X!');
    const report = await artifacts.readRunFile('first', 'artifacts/closeout-report.md');
    expect(Buffer.from(report!).toString()).toContain('artifacts/upper.md');
  });

  it('starts a run under any name that the service takes', async () => {
    const ended = await deployed.ended(await deployed.start({}, 'a+b'));
    expect(ended.status).toBe('SUCCEEDED');
    const { run } = JSON.parse(ended.output!) as { run: string };
    expect(run).toMatch(/^a-b-[0-9a-f]{16}$/);
    expect(await deployed.state.runs()).toContain(run);
  });

  it('lets only one of two executions work on a run', async () => {
    const executions = await Promise.all(
      ['one', 'two', 'three'].map((name) => deployed.start({ stepwright: { run: 'shared' } }, `shared-${name}`)),
    );
    const ended = await Promise.all(executions.map((execution) => deployed.ended(execution)));
    expect(ended.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED']);
    const outputs = ended.map(({ output }) => JSON.parse(output!) as { result?: string; take?: string });
    expect(outputs.filter(({ result }) => result === 'completed')).toHaveLength(1);
    expect(outputs.filter(({ take }) => take === 'lost')).toHaveLength(2);
    const { runs } = (await deployed.state.read('shared', ['node#read'])).get('node#read')!.value;
    expect(runs).toBe(1);
  });

  it('settles a run that failed with the rights that it has', async () => {
    const failed = await deployed.ended(await deployed.start({ fail: 'no paper' }, 'failing'));
    expect(failed.status).toBe('FAILED');
    expect(await resultOf('failing')).toBe('failed');
    expect((await nodesOf('failing'))['end']).toBe('blocked: blocked after 2 attempts: no paper');
    const artifacts = s3Artifacts(deployed.s3, deployed.outputs['BucketName']!, fileTree(folder.path));
    await until(async () => (await artifacts.readRunFile('failing', 'artifacts/closeout-report.md')) !== undefined);
  });

  it('writes nothing outside the folder of the runs', async () => {
    const { Contents } = await deployed.s3.send(new ListObjectsV2Command({ Bucket: deployed.outputs['BucketName']! }));
    expect(Contents!.length).toBeGreaterThan(3);
    expect(Contents!.filter(({ Key }) => !/^runs\/[\w.-]+\/artifacts\//.test(Key!))).toEqual([]);
  });
});

describe('a deployed workflow that waits for a person', () => {
  const workflow = `
name: asks
version: 1.0.0
nodes:
  - { id: triage, skill: s, role: router }
  - { id: ask, skill: s, role: executor, human: true }
  - { id: work, skill: s, role: executor }
  - { id: end, skill: s, role: closeout }
edges:
  - { from: triage, to: ask, label: ask }
  - { from: triage, to: work, label: work }
  - { from: ask, to: end }
  - { from: work, to: end }
final: end
`;
  beforeAll(() =>
    // Policies are not checked here: the emulator asks for a right to all machines where the service asks for this one.
    setUp(
      { 'flow.yaml': workflow, 'ask.yaml': 'triage: { label: ask }\n' },
      { context: { workflow: 'flow.yaml', mock: 'ask.yaml' } },
    ),
  );
  afterAll(tearDown);

  it('goes on with the answer', async () => {
    const execution = await deployed.start({}, 'asking');
    const waiting = await untilWaiting('asking', 'ask');
    expect(waiting['question']).toBe('s needs an answer');
    expect(await nodesOf('asking')).toEqual({
      triage: "passed: took 'ask'",
      ask: 'running: waiting for a person: s needs an answer',
    });

    await answer('asking', 'ask', { text: 'go ahead' });
    expect((await deployed.ended(execution)).status).toBe('SUCCEEDED');
    expect(await nodesOf('asking')).toEqual({
      triage: "passed: took 'ask'",
      ask: 'passed: answer: go ahead',
      end: 'passed',
    });
  });

  it('asks nobody again when another execution goes on with the run', async () => {
    const { owner } = (await deployed.state.read('asking', ['#run'])).get('#run')!.value;
    const again = await deployed.start({ stepwright: { run: 'asking', was: owner } }, 'asking-again');
    const ended = await deployed.ended(again);
    expect([ended.status, JSON.parse(ended.output!)]).toEqual(['SUCCEEDED', { run: 'asking', result: 'completed' }]);
  });

  /** Records an answer and tells the machine, as `approve` does. */
  async function answer(run: string, node: string, given: PersonAnswer): Promise<void> {
    const { compiled } = compile(workflow);
    const indexed = indexTable(compiled!.table);
    const answered = await answerNode(run, node, given, {
      workflow: indexed,
      state: deployed.state,
      artifacts: memoryArtifacts(),
      runSkill: () => Promise.reject(new Error('no skill is run for an answer')),
      now: () => new Date(),
      log: () => {},
    });
    if (answered.kind === 'refused') throw new Error(answered.why);
    const reply = (await recordedReply(run, node, { workflow: indexed, state: deployed.state }))!;
    const output = JSON.stringify(reply.answer);
    await deployed.stepFunctions.send(new SendTaskSuccessCommand({ taskToken: reply.token, output }));
  }

  async function untilWaiting(run: string, node: string): Promise<Record<string, unknown>> {
    for (let tries = 0; tries < 300; tries++) {
      const item = (await deployed.state.read(run, [`node#${node}`])).get(`node#${node}`);
      if (item?.value['waiting'] !== undefined) return item.value['waiting'] as Record<string, unknown>;
      await sleep(100);
    }
    throw new Error(`${node} does not wait`);
  }
});
