import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { HEADER } from '../../lib/node/record.ts';
import { dynamoState } from '../../lib/store/dynamodb.ts';
import { fileTree } from '../../lib/store/file-tree.ts';
import { s3Artifacts } from '../../lib/store/s3.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import type { CommandLine } from './command-line.ts';
import { commandLine, emulated, repository } from './command-line.ts';
import type { Emulator } from './emulator.ts';
import { startEmulator } from './emulator.ts';

/** Something that takes a while, and something beside it. */
const diamond = `name: diamond
version: 1.0.0
nodes:
  - { id: A, skill: s, role: intake, outputs: [artifacts/a.txt] }
  - { id: B, skill: s, role: executor, timeout_seconds: 15 }
  - { id: C, skill: s, role: executor }
  - { id: D, skill: s, role: closeout, inputs: [artifacts/a.txt] }
edges: [{ from: A, to: B }, { from: A, to: C }, { from: B, to: D }, { from: C, to: D }]
final: D
`;

/** Something that waits for a person, with work after that. */
const ask = `name: ask
version: 1.0.0
nodes:
  - { id: ask, skill: s, role: router, human: true, description: Go on? }
  - { id: work, skill: s, role: closeout, outputs: [artifacts/work.txt] }
edges: [{ from: ask, to: work }]
final: work
`;

let emulator: Emulator;
let folder: TemporaryFolder;
let cloud: CommandLine;
let stepFunctions: SFNClient;
const outputs = new Map<string, Readonly<Record<string, string>>>();

beforeAll(async () => {
  emulator = await startEmulator();
  folder = await temporaryFolder();
  for (const [path, content] of [
    ['workflows/diamond.yaml', diamond],
    ['workflows/ask.yaml', ask],
    ['diamond-script.yaml', 'B: [{ seconds: 9 }, {}]\n'],
  ] as const) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), content);
  }
  await symlink(join(repository, 'node_modules'), join(folder.path, 'node_modules'));
  await writeScript('old');
  cloud = commandLine(emulator, folder.path);
  stepFunctions = new SFNClient(emulator.client);
  await new S3Client(emulator.client).send(new CreateBucketCommand({ Bucket: 'assets' }));
  await Promise.all([deploy('diamond'), deploy('ask')]);
}, 180_000);

afterAll(async () => {
  await emulator.stop();
  await folder.remove();
}, 60_000);

/** What the work of `ask` writes. */
async function writeScript(text: string): Promise<void> {
  await writeFile(join(folder.path, 'ask-script.yaml'), `work: { artifacts: { artifacts/work.txt: ${text} } }\n`);
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts what it reads
async function deploy(name: string, ...more: string[]): Promise<any> {
  const script = ['--mock', `${name}-script.yaml`];
  const { code, document, stderr } = await cloud.json('deploy', name, ...script, ...more, ...emulated);
  expect([name, code, code === 0 || stderr]).toEqual([name, 0, true]);
  outputs.set(name, document.outputs);
  return document;
}

interface Shown {
  readonly status: string;
  readonly result?: string;
  readonly nodes: Readonly<Record<string, { readonly status: string; readonly runs?: number; readonly note: string }>>;
}

async function shown(name: string, run: string): Promise<Shown> {
  return (await cloud.json('status', name, '--cloud', '--run', run)).document as Shown;
}

/** Waits until the record of a run says so; throws after a while. */
async function recorded(name: string, run: string, says: (state: Shown) => boolean, seconds = 30): Promise<Shown> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const state = await shown(name, run);
    if (says(state)) return state;
    if (Date.now() > deadline) throw new Error(`waited in vain: ${JSON.stringify(state, undefined, 2)}`);
    await sleep(100);
  }
}

/** Starts a run of the diamond and waits until B is being executed, with nothing beside it any more. */
async function runToB(): Promise<{ readonly run: string; readonly execution: string }> {
  const { document } = await cloud.json('start', 'diamond');
  await recorded(
    'diamond',
    document.run,
    ({ nodes }) => nodes['B']?.status === 'running' && nodes['C']?.status === 'passed',
  );
  return document as { run: string; execution: string };
}

/** Ends the processes of this emulator in which a function is executed. Linux only. */
async function killWorkers(name: string): Promise<number> {
  let killed = 0;
  const own = dirname(emulator.env['AWS_CONFIG_FILE']!);
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    const at = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (!environment.includes(`AWS_LAMBDA_FUNCTION_NAME=${name}\0`)) continue;
    if (!environment.includes(own) && !at.startsWith(own)) continue;
    process.kill(Number(pid), 'SIGKILL');
    killed++;
  }
  return killed;
}

function stop(executionArn: string): Promise<unknown> {
  return stepFunctions.send(new StopExecutionCommand({ executionArn, cause: 'somebody in the console' }));
}

async function schedules(): Promise<string[]> {
  const { Schedules = [] } = await new SchedulerClient(emulator.client).send(new ListSchedulesCommand());
  return Schedules.flatMap(({ Name = '' }) => (Name.startsWith('settle-') ? [Name] : []));
}

/** A run whose execution was stopped and whose handler died: what became of it is seen at the end. */
let orphan: string;

describe('a stop from outside', () => {
  it('that a handler does not survive is told at once, and settled for good when its lease is over', async () => {
    const { run, execution } = await runToB();
    orphan = run;
    await stop(execution);
    // The emulator's branches go on after a stop: once the record knows of it, no handler of them starts anything.
    const { status, nodes } = await recorded('diamond', run, ({ result }) => result === 'cancelled');
    expect([status, nodes['B']!.status]).toEqual(['cancelled', 'running']);
    expect(await killWorkers(outputs.get('diamond')!['RunNodeName']!)).toBeGreaterThan(0);
    const deadline = Date.now() + 20_000;
    while ((await schedules()).length === 0 && Date.now() < deadline) await sleep(100);
    expect(await schedules()).toHaveLength(1);
  });

  it('leaves a handler at work that is beside it; a new execution goes on with what it has recorded', async () => {
    const { run, execution } = await runToB();
    await stop(execution);
    const stopped = await recorded('diamond', run, ({ result }) => result === 'cancelled');
    expect(stopped.nodes['B']!.status).toBe('running');
    const early = await cloud.json('resume', 'diamond', '--cloud', '--run', run);
    expect(early.code).toBe(2);
    expect(early.document.error).toMatch(
      /^B of the run \S+ may still be executed by what was begun before, until \S+ /,
    );
    await recorded('diamond', run, (state) => state.nodes['B']?.status === 'passed');
    const resumed = await cloud.json('resume', 'diamond', '--cloud', '--run', run);
    expect(resumed.document).toMatchObject({
      ...{ run, status: 'running', by: 'execution' },
      why: 'the service does not redrive its execution',
    });
    const state = await recorded('diamond', run, ({ status }) => status === 'completed');
    expect(Object.entries(state.nodes).map(([id, { runs }]) => [id, runs])).toEqual([
      ['A', 1],
      ['B', 1],
      ['C', 1],
      ['D', 1],
    ]);
  });
});

describe('a handler that is killed', () => {
  it('is an attempt that failed, and the node is executed again', async () => {
    const { run } = await runToB();
    expect(await killWorkers(outputs.get('diamond')!['RunNodeName']!)).toBeGreaterThan(0);
    const state = await recorded('diamond', run, ({ status }) => status === 'completed');
    expect(state.nodes['B']).toMatchObject({ status: 'passed', runs: 2, note: 'retry-1' });
    expect(state.nodes['C']!.runs).toBe(1);
  });
});

describe('cancel --cloud', () => {
  it('says what is still at work, and what that records stands', async () => {
    const { run } = await runToB();
    const { code, document } = await cloud.json('cancel', 'diamond', '--cloud', '--run', run);
    expect([code, document.status, document.state.nodes.B.status]).toEqual([0, 'cancelled', 'running']);
    expect(document.warnings).toEqual([expect.stringMatching(/^B of the run .* may still be executed/)]);
    const state = await recorded('diamond', run, ({ nodes }) => nodes['B']?.status === 'passed');
    expect([state.status, state.nodes['D']!.status]).toEqual(['cancelled', 'pending']);
    // Whoever cancels it once more learns the same.
    const again = await cloud.run('cancel', 'diamond', '--cloud', '--run', run);
    expect([again.code, again.stdout]).toEqual([
      0,
      expect.stringContaining('resume workflows/diamond.yaml --cloud goes'),
    ]);
  });
});

describe('eight starts of one run at the same time', () => {
  it('are one that works and seven that touch nothing', async () => {
    const { StateMachineArn: stateMachineArn, TableName } = outputs.get('diamond')!;
    const input = JSON.stringify({ stepwright: { run: 'eightfold' } });
    const starts = Array.from({ length: 8 }, (_, i) =>
      stepFunctions.send(new StartExecutionCommand({ stateMachineArn, name: `start-${i}`, input })),
    );
    const started = await Promise.all(starts);
    const state = await recorded('diamond', 'eightfold', ({ status }) => status === 'completed');
    for (const { runs } of Object.values(state.nodes)) expect(runs).toBe(1);
    const ends = await Promise.all(
      started.map(({ executionArn }) => stepFunctions.send(new DescribeExecutionCommand({ executionArn }))),
    );
    expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'SUCCEEDED'));
    const lost = ends.filter(({ output }) => (JSON.parse(output!) as { take?: string }).take === 'lost');
    expect(lost).toHaveLength(7);
    const header = (await dynamoState(new DynamoDBClient(emulator.client), TableName!).read('eightfold', [HEADER])).get(
      HEADER,
    )!;
    const winner = ends.find((end) => !lost.includes(end))!;
    expect(header.value).toMatchObject({ owner: winner.executionArn, format: 1 });
  });
});

describe('start --from', () => {
  it('keeps what an earlier run made, artifacts included', async () => {
    const { code, document } = await cloud.json('start', 'diamond', '--from', 'D', '--run', 'eightfold', '--wait');
    expect([code, document.status]).toEqual([0, 'completed']);
    expect(document.run).not.toBe('eightfold');
    expect(document.state.from).toBe('D');
    for (const id of ['A', 'B', 'C', 'D'])
      expect(document.state.nodes[id]).toMatchObject({ status: 'passed', runs: 1 });
    const artifacts = s3Artifacts(
      new S3Client(emulator.client),
      outputs.get('diamond')!['BucketName']!,
      fileTree(folder.path),
    );
    const kept = await artifacts.read({ run: document.run, node: 'a', round: 1 }, 'artifacts/a.txt');
    expect(new TextDecoder().decode(kept)).toContain('artifacts/a.txt');
    const wrong = await cloud.json('start', 'diamond', '--from', 'E');
    expect([wrong.code, wrong.document.error]).toEqual([2, expect.stringContaining('has no node "E"')]);
  });
});

describe('a deployment while a run is in flight', () => {
  const answer = async (run: string): Promise<string> => {
    const { code } = await cloud.json('approve', 'ask', 'ask', '--cloud', '--run', run, '--wait');
    expect(code).toBe(0);
    const { BucketName } = outputs.get('ask')!;
    const artifacts = s3Artifacts(new S3Client(emulator.client), BucketName!, fileTree(folder.path));
    return new TextDecoder().decode(await artifacts.read({ run, node: 'work', round: 1 }, 'artifacts/work.txt'));
  };

  it('is told of it, leaves it its code, and gives the new code to runs that are started then', async () => {
    const before = (await cloud.json('start', 'ask', '--wait')).document;
    expect(before.status).toBe('paused');
    await writeScript('new');
    const { inFlight } = await deploy('ask');
    const { RunNodeName, CloseRunName } = outputs.get('ask')!;
    expect(inFlight).toEqual([
      { execution: before.run, versions: [`${RunNodeName}:1`, `${CloseRunName}:1`], current: true },
    ]);
    const after = (await cloud.json('start', 'ask', '--wait')).document;
    expect(await answer(after.run)).toBe('new');
    expect(await answer(before.run)).toBe('old');
  });

  it('leaves versions behind that are deleted when nothing refers to them', async () => {
    const { RunNodeName } = outputs.get('ask')!;
    interface Version {
      readonly function: string;
      readonly version: number;
      readonly deployed: boolean;
    }
    const versions = async (...more: string[]) =>
      (await cloud.json('versions', 'ask', ...more)).document as Readonly<Record<'versions' | 'deleted', Version[]>>;
    const listed = (await versions()).versions.filter((one) => one.function === RunNodeName);
    expect(listed.map(({ version, deployed }) => [version, deployed])).toEqual([
      [2, true],
      [1, false],
    ]);
    const { deleted } = await versions('--prune', '--keep', '1');
    expect(deleted).toEqual([expect.objectContaining({ function: RunNodeName, version: 1 })]);
    expect((await versions('--prune', '--keep', '1')).deleted).toEqual([]);
    const { document } = await cloud.json('start', 'ask', '--wait');
    expect(await answer(document.run)).toBe('new');
  });
});

describe('a deployment that drops a skill with a function of its own', () => {
  const workflow = (skill: string, node: string) => `name: dropping
version: 1.0.0
nodes:
  - { id: ask, skill: s, role: intake, human: true }
  - { id: ${node}, skill: ${skill}, role: closeout }
edges: [{ from: ask, to: ${node} }]
final: ${node}
`;
  const write = async (skill: string, node: string) => {
    for (const [path, content] of [
      ['dropping.yaml', workflow(skill, node)],
      ['skills/large/index.mjs', 'export default () => ({ note: "of its own" });\n'],
      ['skills/large/skill.yaml', 'kind: code\nmemory_mb: 256\n'],
      ['skills/small/index.mjs', 'export default () => {};\n'],
      ['skills/s/index.mjs', 'export default () => {};\n'],
    ] as const) {
      await mkdir(dirname(join(folder.path, 'workflows', path)), { recursive: true });
      await writeFile(join(folder.path, 'workflows', path), content);
    }
    const { code, stderr } = await cloud.run('deploy', 'dropping', ...emulated);
    expect([code, code === 0 || stderr]).toEqual([0, true]);
  };
  const functions = async () => {
    const { versions } = (await cloud.json('versions', 'dropping')).document as { versions: { function: string }[] };
    return versions.map((one) => one.function);
  };

  it('keeps it as long as a run in flight calls it, and the run ends as it would have', async () => {
    await write('large', 'work');
    const { document } = await cloud.json('start', 'dropping', '--wait');
    expect(document.status).toBe('paused');
    await write('small', 'other');
    expect(await functions()).toContainEqual(expect.stringContaining('Skilllarge'));
    const { run } = document as { run: string };
    const answered = await cloud.json('approve', 'ask', 'dropping', '--cloud', '--run', run, '--wait');
    // What is shown of it goes by the workflow as it is now; how it ended, by the record.
    expect([answered.code, answered.document.status]).toEqual([0, 'completed']);
    const { stdout } = await cloud.run('status', 'dropping', '--cloud', '--run', run);
    expect(stdout).toMatch(/✓ work +passed +no longer in the workflow; of its own/);
    await write('small', 'other');
    expect(await functions()).not.toContainEqual(expect.stringContaining('Skilllarge'));
  });
});

describe('what was logged', () => {
  it('is shown of all functions together, of one run', async () => {
    const { document } = await cloud.json('logs', 'diamond', '--cloud', '--run', 'eightfold');
    const lines = document.lines as { time: string; node?: string; message: string }[];
    const times = lines.map(({ time }) => time);
    expect(times).toEqual([...times].sort());
    expect(new Set(lines.map(({ node }) => node))).toEqual(new Set(['A', 'B', 'C', 'D']));
    const one = await cloud.run('logs', 'diamond', '--cloud', '--run', 'eightfold', '--node', 'D', '--follow');
    expect(one.code).toBe(0);
    expect(one.stdout).toMatch(/D: passed/);
    expect(one.stdout).not.toMatch(/ A: /);
  });

  it('is the history, too', async () => {
    const { document } = await cloud.json('runs', 'diamond', '--cloud', '--last', '3', '--status', 'completed');
    expect(document.runs).toHaveLength(3);
    const all = (await cloud.json('runs', 'diamond', '--cloud')).document.runs as { run: string; status: string }[];
    expect(all.map(({ run }) => run)).toContain('eightfold');
    expect(all.filter(({ status }) => status === 'cancelled')).toHaveLength(2);
  });
});

describe('the run whose handler died', () => {
  it('is settled by a call of its own at the end of the lease, and can be resumed', async () => {
    const settled = await recorded('diamond', orphan, ({ nodes }) => nodes['B']?.status === 'pending', 120);
    expect(settled.nodes['B']).toMatchObject({ note: 'cancelled', runs: 1 });
    expect(settled.status).toBe('cancelled');
    expect(await schedules()).toEqual(expect.not.arrayContaining([expect.stringContaining(orphan)]));
    const resumed = await cloud.json('resume', 'diamond', '--cloud', '--run', orphan, '--wait');
    expect([resumed.code, resumed.document.status, resumed.document.runs.B]).toEqual([0, 'completed', 2]);
  });
});
