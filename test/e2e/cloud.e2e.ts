import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoState } from '../../lib/store/dynamodb.ts';
import { fileTree } from '../../lib/store/file-tree.ts';
import { s3Artifacts } from '../../lib/store/s3.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { cloudProject, scripted } from './cloud-project.ts';
import type { CommandLine } from './command-line.ts';
import { commandLine, emulated } from './command-line.ts';
import type { Emulator } from './emulator.ts';
import { startEmulator } from './emulator.ts';
import { everythingIn } from './left-behind.ts';
import { processesUsing, until } from './processes.ts';

type Outputs = Readonly<Record<string, string>>;

let emulator: Emulator;
/** The project that is deployed, and one that runs the same here. */
let deployed: TemporaryFolder;
let local: TemporaryFolder;
let cloud: CommandLine;
let here: CommandLine;
const outputs = new Map<string, Outputs>();

beforeAll(async () => {
  emulator = await startEmulator();
  deployed = await cloudProject();
  local = await cloudProject();
  cloud = commandLine(emulator, deployed.path);
  here = commandLine(emulator, local.path);
  await new S3Client(emulator.client).send(new CreateBucketCommand({ Bucket: 'assets' }));
}, 120_000);

afterAll(async () => {
  const folder = dirname(emulator.env['AWS_CONFIG_FILE']!);
  await emulator.stop();
  await deployed.remove();
  await local.remove();
  await until(async () => (await processesUsing(folder)).length === 0);
}, 60_000);

/** What `status --json` says. */
interface Shown {
  readonly status: string;
  readonly result?: string;
  readonly current: readonly string[];
  readonly nodes: Readonly<Record<string, object | undefined>>;
}

const names = [undefined, ...Object.keys(scripted), 'release'];
const mock = (name: string) => ['--mock', `scripts/${name}.yaml`];

/** What a record says whoever has run it, and when. */
function meaning(state: Record<string, unknown> & { nodes: Record<string, Record<string, unknown>> }): unknown {
  const { run: _run, started: _started, ended: _ended, status: _status, nodes, ...rest } = state;
  const told = Object.entries(nodes).map(([id, { at: _at, waiting: _waiting, ...node }]) => [id, node]);
  return { ...rest, nodes: Object.fromEntries(told) };
}

async function exported(run: string, ...workflow: string[]): Promise<never> {
  const { code, stdout, stderr } = await cloud.run('state', 'export', ...workflow, '--cloud', '--run', run);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as never;
}

describe('stepwright deploy', () => {
  it('says that there is no stack yet, and what is wrong with a workflow, before anything is deployed', async () => {
    const none = await cloud.json('start');
    expect([none.code, none.document.error]).toEqual([
      2,
      'there is no stack stepwright-docs-review in eu-central-1; stepwright deploy makes one',
    ]);
    await writeFile(join(deployed.path, 'bad.yaml'), 'name: bad\nversion: 1.0.0\nnodes: []\nedges: []\nfinal: x\n');
    const [shown, deploying] = await Promise.all([cloud.run('validate', 'bad.yaml'), cloud.run('deploy', 'bad.yaml')]);
    expect(deploying.code).toBe(1);
    expect(deploying.stderr).toBe(shown.stdout.slice(0, shown.stdout.lastIndexOf('✗')));
    expect(await everythingIn(emulator)).toEqual(['assets']);
  });

  it('deploys workflows with the CDK, and says how to go on', async () => {
    const deploy = async (name: string | undefined) => {
      if (name === 'release') return deployRelease();
      const args = name === undefined ? [] : [name, ...mock(name)];
      const { code, document, stderr } = await cloud.json('deploy', ...args, ...emulated);
      expect([name, code, code === 0 || stderr]).toEqual([name, 0, true]);
      expect(document.stack).toBe(`stepwright-${name ?? 'docs-review'}`);
      outputs.set(name ?? 'docs-review', document.outputs);
    };
    const deployRelease = async () => {
      const { code, stdout } = await cloud.run('deploy', 'release', ...mock('release'), '--', ...emulated);
      expect([code, stdout]).toEqual([0, expect.stringContaining('\nDeployed as stepwright-release\n')]);
      expect(stdout).toContain('\nStart a run with: stepwright start workflows/release.yaml --wait\n');
      const lines = stdout.matchAll(/^ {2}(\w+) +(\S+)$/gm);
      outputs.set('release', Object.fromEntries([...lines].map(([, key, value]) => [key!, value!])));
    };
    // Two at a time, as there are two processors at least.
    const left = [...names];
    const worker = async () => {
      while (left.length > 0) await deploy(left.shift());
    };
    await Promise.all([worker(), worker()]);
    expect(Object.keys(outputs.get('release')!).sort()).toEqual([
      'AnswerNodeName',
      'BucketName',
      'CloseRunName',
      'RunNodeName',
      'StateMachineArn',
      'TableName',
      'TopicArn',
    ]);
  }, 180_000);
});

describe('a deployed workflow', () => {
  it.each([
    ['of code skills', undefined, 0, 'completed'],
    ['of 22 nodes with loops', 'software-agent-workflow', 0, 'completed'],
    ['of steps, one of which halts it', 'client-onboarding', 1, 'failed'],
    ['of steps, one of which may fail', 'morning-routine', 0, 'partial'],
    ['of steps that all pass', 'weekly-review', 0, 'completed'],
  ])('%s runs as it does here', async (_, name, code, status) => {
    const workflow = name === undefined ? [] : [name];
    const script = name === undefined ? [] : mock(name);
    const [there, at] = await Promise.all([
      cloud.json('start', ...workflow, '--wait'),
      here.json('run', ...workflow, ...script, '--fresh'),
    ]);
    expect([there.code, there.document.status]).toEqual([code, status]);
    expect([at.code, at.document.status]).toEqual([code, status]);
    const record = await exported(there.document.run, ...workflow);
    expect(meaning(record)).toEqual(meaning(at.document.state));
    expect(there.document.runs).toEqual(at.document.runs);

    const { BucketName } = outputs.get(name ?? 'docs-review')!;
    const artifacts = s3Artifacts(new S3Client(emulator.client), BucketName!, fileTree(deployed.path));
    const report = await artifacts.readRunFile(there.document.run, 'artifacts/closeout-report.md');
    const own = await readFile(
      join(local.path, `.workflow/runs/${at.document.run}/artifacts/closeout-report.md`),
      'utf8',
    );
    const same = (text: string) => text.replace(/^Run .*$/m, '');
    expect(same(new TextDecoder().decode(report))).toBe(same(own));
    if (name === 'software-agent-workflow') {
      expect(there.document.runs).toMatchObject({ S01: 2, S12: 3, S16: 2, S04: 1 });
      expect(there.document.state.nodes.S04.status).toBe('skipped');
      expect(there.document.state.loops).toEqual({ 'S04→S01': 1, 'S14→S12': 1, 'S16→S12': 1 });
    }
    if (name === undefined) {
      const written = await artifacts.read(
        { run: there.document.run, node: 'report', round: 1 },
        'artifacts/report.md',
      );
      expect(new TextDecoder().decode(written)).toBe(await readFile(join(local.path, 'artifacts/report.md'), 'utf8'));
    }
  });

  it('shows progress while it runs, and the history afterwards', async () => {
    const { code, stdout } = await cloud.run('start', 'weekly-review', '--wait', '--input', '{"week": "5"}');
    expect(code).toBe(0);
    for (const line of [/^Workflow: weekly-review v1\.0\.0$/m, /^\[Step 6\/6\] Running: One report\.\.\. ✓/m])
      expect(stdout).toMatch(line);
    expect(stdout).toMatch(/^Result: COMPLETED \(6\/6 completed\)$/m);
    expect(stdout).toMatch(/^Report: s3:\/\/stepwright-weekly-review-.*\/closeout-report\.md$/m);
    const [, run] = /^Run: (.*)$/m.exec(stdout)!;

    const last = await cloud.json('status', 'weekly-review', '--cloud', '--last', '1');
    expect(last.document.runs).toEqual([
      expect.objectContaining({ run, workflow: 'weekly-review', status: 'completed', nodes: { passed: 6 } }),
    ]);
    const latest = await cloud.json('status', 'weekly-review', '--cloud');
    expect(latest.document).toMatchObject({ run, status: 'completed', input: { week: '5' } });
    const failed = await cloud.json('status', 'client-onboarding', '--cloud', '--status', 'failed');
    expect(failed.document.runs).toHaveLength(1);
  });

  it('goes on when nobody looks any more', async () => {
    const { code, stdout, stderr } = await cloud.interrupt('Run ', 'start', 'weekly-review', '--wait');
    expect([code, stdout]).toEqual([130, expect.not.stringContaining('Result:')]);
    const [, run] = /^Run (\S+) in the stack stepwright-weekly-review$/m.exec(stdout)!;
    expect(stderr).toBe(
      `\nThe run goes on in the cloud; look at it with stepwright status workflows/weekly-review.yaml --cloud --run ${run}\n`,
    );
    await until(async () => {
      const { document } = await cloud.json('status', 'weekly-review', '--cloud', '--run', run!);
      return document.status === 'completed';
    });
  });

  it('leaves alone a run that another execution works on', async () => {
    const { document } = await cloud.json('status', 'weekly-review', '--cloud');
    const { StateMachineArn, TableName } = outputs.get('weekly-review')!;
    const state = dynamoState(new DynamoDBClient(emulator.client), TableName!);
    const before = await state.readAll(document.run);
    const stepFunctions = new SFNClient(emulator.client);
    const { executionArn } = await stepFunctions.send(
      new StartExecutionCommand({
        stateMachineArn: StateMachineArn,
        name: 'duplicate',
        input: JSON.stringify({ stepwright: { run: document.run } }),
      }),
    );
    const end = () => stepFunctions.send(new DescribeExecutionCommand({ executionArn }));
    await until(async () => (await end()).status !== 'RUNNING');
    expect((await end()).status).toBe('SUCCEEDED');
    expect(JSON.parse((await end()).output!)).toEqual({ run: document.run, take: 'lost' });
    expect(await state.readAll(document.run)).toEqual(before);
  });
});

describe('a person in the cloud', () => {
  const status = async (run: string): Promise<Shown> =>
    (await cloud.json('status', 'release', '--cloud', '--run', run)).document as Shown;

  it('is waited for, answers once, and the run goes on', async () => {
    const started = await cloud.json('start', 'release', '--wait');
    const { run } = started.document;
    expect([started.code, started.document.status]).toEqual([3, 'paused']);
    expect(started.document.state.nodes.ask).toMatchObject({
      status: 'running',
      note: 'waiting for a person: May it go out?',
    });
    const wrong = await cloud.json('approve', 'ask', 'release', '--cloud', '--label', 'burn it');
    expect([wrong.code, wrong.document.error]).toEqual([
      2,
      "the label 'burn it' is not offered; offered are 'publish it', 'keep it'",
    ]);
    const answered = await cloud.json('approve', 'ask', 'release', '--cloud', '--label', 'publish it', '--wait');
    expect([answered.code, answered.document.run, answered.document.status]).toEqual([0, run, 'completed']);
    const second = await cloud.json('approve', 'ask', 'release', '--cloud', '--run', run, '--label', 'keep it');
    expect([second.code, second.document.error]).toEqual([
      2,
      expect.stringMatching(/^ask has been answered already, at \d{4}-.*Z: took 'publish it'$/),
    ]);
    expect((await status(run)).nodes).toMatchObject({
      ask: { status: 'passed', label: 'publish it' },
      publish: { status: 'passed' },
      keep: { status: 'skipped', note: "ask took 'publish it'" },
    });
  });

  it('may say no: the run fails, and has its result and its report although nothing closed it', async () => {
    const { document } = await cloud.json('start', 'release', '--wait');
    const { run } = document;
    const answered = await cloud.json('approve', 'ask', 'release', '--cloud', '--fail', 'not like this', '--wait');
    expect([answered.code, answered.document.status]).toEqual([1, 'failed']);
    const shown = await status(run);
    expect(shown.nodes['ask']).toMatchObject({ status: 'blocked', note: 'blocked after 1 attempt: not like this' });
    expect([shown.result, shown.current]).toEqual(['failed', ['ask']]);
    const { BucketName } = outputs.get('release')!;
    const artifacts = s3Artifacts(new S3Client(emulator.client), BucketName!, fileTree(deployed.path));
    const report = await artifacts.readRunFile(run, 'artifacts/closeout-report.md');
    expect(new TextDecoder().decode(report)).toContain('ask blocked: blocked after 1 attempt: not like this');
  });

  it('is not waited for any more when the run is cancelled, and again when it is resumed', async () => {
    const { document } = await cloud.json('start', 'release');
    const { run, execution } = document;
    expect(document.status).toBe('running');
    await until(async () => (await status(run)).status === 'paused');
    const busy = await cloud.json('resume', 'release', '--cloud', '--run', run);
    expect([busy.code, busy.document.error]).toEqual([
      2,
      `the run ${run} is being worked on by the execution ${execution}`,
    ]);
    const cancelled = await cloud.json('cancel', 'release', '--cloud');
    expect([cancelled.code, cancelled.document.run, cancelled.document.status]).toEqual([0, run, 'cancelled']);
    expect((await status(run)).nodes['ask']).toMatchObject({ status: 'pending', note: 'cancelled' });
    // Whoever hears of the end of the execution finds the run settled.
    await sleep(1000);
    expect((await status(run)).status).toBe('cancelled');
    const late = await cloud.json('approve', 'ask', 'release', '--cloud', '--run', run, '--label', 'keep it');
    expect(late.code).toBe(2);

    const resumed = await cloud.json('resume', 'release', '--cloud', '--wait');
    expect([resumed.code, resumed.document.run, resumed.document.status]).toEqual([3, run, 'paused']);
    const answered = await cloud.json('approve', 'ask', 'release', '--cloud', '--label', 'keep it', '--wait');
    expect([answered.code, answered.document.run, answered.document.status]).toEqual([0, run, 'completed']);
    expect(answered.document.runs).toEqual({ build: 1, ask: 2, publish: 0, keep: 1, end: 1 });
    const nothing = await cloud.json('resume', 'release', '--cloud', '--run', run);
    expect([nothing.code, nothing.document.warnings]).toEqual([
      0,
      [`the run ${run} is completed: there is nothing to go on with`],
    ]);
  });
});

describe('a run that was begun here', () => {
  it('is shown in the cloud, and goes on there', async () => {
    await writeFile(
      join(local.path, 'half.yaml'),
      'S11: { error: no plan }\nS02: { label: requirements are unclear }\n',
    );
    const half = await here.json('run', 'software-agent-workflow', '--mock', 'half.yaml', '--fresh');
    expect([half.code, half.document.state.nodes.S11.status]).toEqual([1, 'blocked']);
    const { run } = half.document;
    const file = join(local.path, `.workflow/runs/${run}/state.json`);

    // Its artifacts come along.
    const artifacts = join(local.path, 'carried');
    const exported = await here.run('state', 'export', '--run', run, '-o', 'state.json', '--artifacts', 'carried');
    expect(exported.code).toBe(0);
    const carry = ['state', 'import', file, 'software-agent-workflow', '--cloud', '--artifacts', artifacts];
    const imported = await cloud.json(...carry);
    expect([imported.code, imported.document]).toEqual([0, { run, warnings: [] }]);
    const [get, path] = ['artifacts', 'artifacts/01-source-evidence.md'] as const;
    const got = await cloud.run(get, 'software-agent-workflow', 'get', path, '--cloud', '--run', run);
    expect(got.stdout).toBe((await here.run(get, 'software-agent-workflow', 'get', path, '--run', run)).stdout);
    expect(got.stdout).not.toBe('');
    const { status, ...shown } = (await cloud.json('status', 'software-agent-workflow', '--cloud', '--run', run))
      .document;
    expect(status).toBe('failed');
    expect(shown).toEqual(half.document.state);
    const twice = await cloud.json('state', 'import', file, 'software-agent-workflow', '--cloud');
    expect([twice.code, twice.document.error]).toEqual([
      2,
      `there is a run ${run} in the stack stepwright-software-agent-workflow already; --force puts this one in its place`,
    ]);
    const other = await cloud.json('state', 'import', file, 'weekly-review', '--cloud');
    expect([other.code, other.document.error]).toEqual([
      2,
      `${file}: it is of the workflow software-agent-workflow, not of weekly-review`,
    ]);
    expect((await cloud.run('state', 'import', file, 'software-agent-workflow', '--cloud', '--force')).code).toBe(0);

    const resumed = await cloud.json('resume', 'software-agent-workflow', '--cloud', '--run', run, '--wait');
    expect([resumed.code, resumed.document.status]).toEqual([0, 'completed']);
    // Two executions here, one there; what had passed here is not executed again.
    expect(resumed.document.runs).toMatchObject({ S01: 1, S10: 1, S11: 3, S12: 3, S16: 2, S22: 1 });
  });
});

describe('stepwright destroy', () => {
  it('deletes a stack and keeps its runs, or deletes them too, and leaves nothing behind', async () => {
    const kept = await cloud.json('destroy', 'release', '--force', '-c', 'assetBucket=assets');
    const { TableName, BucketName } = outputs.get('release')!;
    expect([kept.code, kept.document]).toEqual([
      0,
      { stack: 'stepwright-release', deleted: true, kept: [TableName, BucketName] },
    ]);
    const destroy = async (stack: string, ...args: string[]) => {
      const all = ['--force', '--delete-data', '-c', 'assetBucket=assets'];
      expect((await cloud.json('destroy', ...args, ...all)).document).toEqual({ stack, deleted: true, kept: [] });
    };
    await Promise.all([
      destroy('stepwright-docs-review'),
      destroy('stepwright-software-agent-workflow', 'software-agent-workflow'),
    ]);
    const others = /client-onboarding|morning-routine|weekly-review/;
    const left = (await everythingIn(emulator)).filter((name) => !others.test(name));
    expect(left.sort()).toEqual(['assets', TableName, BucketName].sort());
    expect((await cloud.json('destroy', 'release', '--force')).code).toBe(2);
  }, 120_000);
});
