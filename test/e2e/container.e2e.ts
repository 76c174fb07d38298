import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateStateMachineCommand, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import type { ContainerCall, State, StateMachine } from '../../lib/asl/definition.ts';
import { compile } from '../../lib/compile/index.ts';
import { loadConfig } from '../../lib/config/index.ts';
import { skillSource } from '../../lib/config/skill-source.ts';
import { skillsAround } from '../../lib/config/skills-around.ts';
import type { NodeRecord } from '../../lib/node/record.ts';
import { settleExecution } from '../../lib/node/settle-execution.ts';
import { executionInput } from '../../lib/node/start-run.ts';
import { indexTable } from '../../lib/node/view.ts';
import { resolveSkill } from '../../lib/skills/resolve.ts';
import { isFound } from '../../lib/skills/resolved.ts';
import { imageFolder } from '../../lib/stack/container-image.ts';
import { functionFolder } from '../../lib/stack/function-folder.ts';
import { fileTree } from '../../lib/store/file-tree.ts';
import { s3Artifacts } from '../../lib/store/s3.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { isAlive } from '../skills/command/is-alive.ts';
import { project, small } from '../stack/project.ts';
import { deploy } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { startEmulator } from './emulator.ts';
import type { Emulator } from './emulator.ts';
import { lambdaFunctions } from './lambda-functions.ts';
import { until } from './processes.ts';

// The program of a container is run here as a process, by what the machine would put into its environment. In place of
// the Task that starts the container stands one that calls a function, which writes that down.

/** An agent that changes a file, fails at its first attempt in a run called so, and never ends in one called so. */
const agent = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
const { STEPWRIGHT_RUN: run, STEPWRIGHT_OUTPUTS: outputs, STEPWRIGHT_OUTCOME: outcome, MARKS: marks } = process.env;
if (process.env.STEPWRIGHT_TOKEN) throw new Error('an agent must not have the token');
if (run === 'endless') {
  writeFileSync(marks + '/pid', String(process.pid));
  setInterval(() => {}, 1000);
} else if (run === 'twice' && !existsSync(marks + '/once')) {
  writeFileSync(marks + '/once', '');
  writeFileSync(outcome, JSON.stringify({ status: 'failed', note: 'not yet' }));
} else {
  appendFileSync('notes.txt', 'changed\\n');
  writeFileSync(outputs + '/report.md', 'done');
}
`;

const workflow = `
name: contained
version: 1.0.0
nodes:
  - { id: fix, skill: fix, role: executor, outputs: [report.md] }
  - { id: end, skill: engineering-closeout, role: closeout, inputs: [report.md] }
edges: [{ from: fix, to: end }]
final: end
`;

let emulator: Emulator;
let place: TemporaryFolder;
let deployed: Deployment;
let machine: string;
let image: string;
let table: ReturnType<typeof indexTable>;

beforeAll(async () => {
  emulator = await startEmulator();
  const base = await project(small);
  deployed = await deploy(emulator, base.path);
  place = await project({
    'workflow.yaml': workflow,
    'agent.mjs': agent,
    'notes.txt': 'first\n',
    'skills/fix/SKILL.md': 'Fix it.\n',
  });
  await mkdir(join(place.path, 'marks'));
  await writeFile(
    join(place.path, 'stepwright.yaml'),
    `agent: { command: [node, agent.mjs], env: { MARKS: '${place.path}/marks' } }\nskills: { use: { fix: { kind: agent } } }\n`,
  );
  await base.remove();
  const source = skillSource(place.path, 'workflow.yaml', [], loadConfig(place.path));
  const { compiled, diagnostics } = compile(workflow, { target: 'aws', ...skillsAround(place.path, source) });
  if (!compiled) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  table = indexTable(compiled.table);
  const skill = resolveSkill(source, 'fix');
  image = imageFolder(undefined, {
    ...{ table: compiled.table, projectDir: place.path, agent: loadConfig(place.path).config.agent },
    skills: isFound(skill) ? [skill] : [],
  });
  const functions = await lambdaFunctions(emulator, deployed.outputs['RunNodeName']!);
  const relay = join(place.path, 'relay');
  await mkdir(relay);
  await writeFile(
    join(relay, 'index.mjs'),
    `import { writeFileSync } from 'node:fs';
let count = 0;
export const handler = async (event) => writeFileSync(${JSON.stringify(place.path)} + '/marks/' + event.STEPWRIGHT_RUN + '-' + Date.now() + (count += 1) + '.json', JSON.stringify(event));
`,
  );
  const arns: Record<string, string> = {
    Relay: await functions.create('relay', relay),
    RunNode: await functions.create('contained-run', functionFolder('run-node', { table: compiled.table })),
    CloseRun: await functions.create('contained-close', functionFolder('close-run', { table: compiled.table })),
  };
  const definition = JSON.stringify(relayed(compiled.asl)).replace(/\$\{(\w+)\}/g, (_, id: string) => arns[id]!);
  const created = new CreateStateMachineCommand({ name: 'contained', definition, roleArn: functions.role });
  machine = (await deployed.stepFunctions.send(created)).stateMachineArn!;
});
afterAll(async () => {
  await emulator.stop();
  await place.remove();
  await rm(image, { recursive: true });
});

/** The definition with a function in place of each container. */
function relayed(asl: StateMachine): StateMachine {
  const swap = (state: State): State => {
    if (state.Type !== 'Task' || !state.Resource.includes(':ecs:')) return state;
    const [container] = (state as ContainerCall).Arguments.Overrides.ContainerOverrides;
    const Payload = Object.fromEntries(container!.Environment.map(({ Name, Value }) => [Name, Value]));
    const call = {
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Arguments: { FunctionName: '${Relay}', Payload },
    };
    return { ...state, ...call } as State;
  };
  return { ...asl, States: Object.fromEntries(Object.entries(asl.States).map(([name, state]) => [name, swap(state)])) };
}

async function start(run: string): Promise<string> {
  const input = JSON.stringify(executionInput(undefined));
  const started = await deployed.stepFunctions.send(
    new StartExecutionCommand({ stateMachineArn: machine, name: run, input }),
  );
  return started.executionArn!;
}

/** The environment of the next container of a run, as soon as the machine wants one. */
async function wanted(run: string): Promise<Record<string, string>> {
  const marks = join(place.path, 'marks');
  for (let tries = 0; tries < 400; tries++) {
    const [file] = (await readdir(marks)).filter((name) => name.startsWith(`${run}-`));
    if (file !== undefined) {
      const text = await readFile(join(marks, file), 'utf8');
      if (text !== '') {
        await rm(join(marks, file));
        return JSON.parse(text) as Record<string, string>;
      }
    }
    await sleep(50);
  }
  throw new Error(`no container of ${run} was wanted`);
}

function runContainer(event: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(image, 'index.mjs')], {
    env: {
      ...{
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        HEARTBEAT_SECONDS: '1',
        POWERTOOLS_SERVICE_NAME: 'test',
      },
      ...{ TABLE: deployed.outputs['TableName'], BUCKET: deployed.outputs['BucketName'] },
      ...{ ...emulator.env, ...event },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  );
  return { child, ended };
}

async function recordOf(run: string): Promise<NodeRecord> {
  return (await deployed.state.read(run, ['node#fix'])).get('node#fix')!.value as unknown as NodeRecord;
}

const artifactsOf = () => s3Artifacts(deployed.s3, deployed.outputs['BucketName']!, fileTree(place.path));

describe('the program of a container', () => {
  it('does the work of a node, and answers the machine by its token', async () => {
    const execution = await start('first');
    const { code, said } = await runContainer(await wanted('first')).ended;
    expect([code, said.includes('Error')]).toEqual([0, false]);
    const { status, output } = await deployed.ended(execution);
    expect([status, JSON.parse(output!)]).toEqual(['SUCCEEDED', { run: 'first', result: 'completed' }]);
    expect(await recordOf('first')).toMatchObject({
      status: 'passed',
      artifacts: ['artifacts/fix.patch', 'report.md'],
    });
    const patch = await artifactsOf().read({ run: 'first', node: 'fix', round: 1 }, 'artifacts/fix.patch');
    expect(new TextDecoder().decode(patch)).toContain('+changed');
  });

  it('fails an attempt by its token, and the machine starts another one', async () => {
    const execution = await start('twice');
    expect((await runContainer(await wanted('twice')).ended).code).toBe(0);
    expect(await recordOf('twice')).toMatchObject({ status: 'failed', note: 'not yet', artifacts: [] });
    expect((await runContainer(await wanted('twice')).ended).code).toBe(0);
    expect((await deployed.ended(execution)).status).toBe('SUCCEEDED');
    expect(await recordOf('twice')).toMatchObject({ status: 'passed', attempt: 2, runs: 2 });
  });

  it('gives its work up when the run is cancelled, and leaves no process', async () => {
    const execution = await start('endless');
    const container = runContainer(await wanted('endless'));
    const pid = async () => Number(await readFile(join(place.path, 'marks/pid'), 'utf8').catch(() => ''));
    await until(async () => (await pid()) > 0);
    await deployed.stepFunctions.send(new StopExecutionCommand({ executionArn: execution }));
    // What a rule of the stack brings about.
    const deps = { workflow: table, state: deployed.state, artifacts: artifactsOf(), now: () => new Date() };
    await settleExecution({ run: 'endless', execution, cancelled: true }, deps);
    expect((await container.ended).code).toBe(0);
    expect(await recordOf('endless')).toMatchObject({ status: 'pending', note: 'cancelled', attempt: 0 });
    expect(isAlive(await pid())).toBe(false);
    await rm(join(place.path, 'marks/pid'));
  });
});
