import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StopExecutionCommand } from '@aws-sdk/client-sfn';
import type { NodeRecord } from '../../lib/node/record.ts';
import { childRun } from '../../lib/skills/workflow/child-run.ts';
import { fileTree } from '../../lib/store/file-tree.ts';
import { s3Artifacts } from '../../lib/store/s3.ts';
import { project } from '../stack/project.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { testServer } from '../skills/http/server.ts';
import type { TestServer } from '../skills/http/server.ts';
import type { Deployment } from './deployment.ts';
import { deploy } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { startEmulator } from './emulator.ts';
import { lambdaFunctions, SIGNED } from './lambda-functions.ts';
import { until } from './processes.ts';

const files = (server: string) => ({
  'workflow.yaml': `
name: services
version: 1.0.0
nodes:
  - { id: prepare, skill: prepare, role: intake, outputs: [out/in.md] }
  - { id: call, skill: call, role: executor, inputs: [out/in.md] }
  - { id: price, skill: price, role: executor, inputs: [out/in.md], outputs: [out/price.md] }
  - { id: ask, skill: ask, role: router, timeout_seconds: 60, retry: { max: 0 } }
  - { id: report, skill: report, role: executor, timeout_seconds: 120, retry: { max: 0 }, outputs: [out/report.md] }
  - { id: end, skill: prepare, role: closeout, outputs: [out/end.md] }
edges:
  - { from: prepare, to: call }
  - { from: prepare, to: price }
  - { from: call, to: ask }
  - { from: price, to: ask }
  - { from: ask, to: report, label: go }
  - { from: ask, to: end, label: stop }
  - { from: report, to: end }
final: end
`,
  'workflows/reporting.yaml': `
name: reporting
version: 1.0.0
inputs: { about: { required: true } }
nodes:
  - { id: write, skill: write, role: intake, timeout_seconds: 60, retry: { max: 0 }, outputs: [out/report.md, out/notes.md] }
  - { id: end, skill: engineering-closeout, role: closeout }
edges: [{ from: write, to: end }]
final: end
`,
  'skills/prepare/index.mjs': `export default ({ outputs }) => ({ artifacts: Object.fromEntries(outputs.map((path) => [path, 'hello'])) });\n`,
  'skills/call/skill.yaml': `kind: http\nmethod: POST\nurl: ${server}/made\nbody: { run: '{{context.run_id}}' }\nallow_private: true\n`,
  'skills/price/skill.yaml': 'kind: lambda\nfunction: pricing\n',
  'skills/ask/skill.yaml': 'kind: lambda\nfunction: oracle\nmode: callback\n',
  'skills/report/skill.yaml': `kind: workflow\nworkflow: reporting\ninput: { about: '{{context.run_id}}' }\n`,
  'workflows/skills/write/index.mjs': `
export default async ({ context, signal }) => {
  if (context.about.startsWith('bad')) throw new Error('no ink');
  if (context.about.startsWith('endless')) await new Promise((_, no) => signal.addEventListener('abort', () => no(signal.reason)));
  return { artifacts: { 'out/report.md': 'about ' + context.about, 'out/notes.md': 'n' } };
};
`,
});

/** Functions that were there before the workflow. */
const functions: Readonly<Record<string, string>> = {
  pricing: `export const handler = async ({ inputs, outputs, args }) => ({
  note: Object.values(inputs).join(),
  artifacts: { [outputs[0]]: { base64: Buffer.from('7').toString('base64') } },
});`,
  oracle: `export const handler = async ({ labels, answer: { function: name, ...wait }, run }) => {
  if (run === 'broken') throw new Error('the oracle sleeps');
  const result = { label: run.startsWith('stop') ? 'stop' : 'go', note: labels.join('|') };
  const url = process.env.AWS_ENDPOINT_URL + '/2015-03-31/functions/' + name + '/invocations';
  const answered = await fetch(url, { method: 'POST', headers: { authorization: '${SIGNED}' }, body: JSON.stringify({ ...wait, by: 'the oracle', result }) });
  if (!answered.ok) throw new Error(await answered.text());
};`,
};

let emulator: Emulator;
let server: TestServer;
let folder: TemporaryFolder;
let child: Deployment;
let parent: Deployment;

beforeAll(async () => {
  emulator = await startEmulator({ checkPolicies: true });
  server = await testServer((_, response) => response.end('made'));
  folder = await project(files(server.url));
  // The emulator knows no alarms on sums of metrics.
  child = await deploy(emulator, folder.path, { alarms: 'false', workflow: 'workflows/reporting.yaml' });
  parent = await deploy(emulator, folder.path, { alarms: 'false', workflow: 'workflow.yaml' });
  await allowTokens();
  const made = await lambdaFunctions(emulator, parent.outputs['CloseRunName']!);
  for (const [name, code] of Object.entries(functions)) {
    const place = join(folder.path, 'functions', name);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'index.mjs'), code);
    await made.create(name, place);
  }
}, 240_000);

/**
 * Where the emulator checks rights, it takes a token for a resource of its own, whose machine it does not look up: what
 * may be told by tokens is told to it in its own way. All other rights are those of the stack.
 */
async function allowTokens(): Promise<void> {
  const listed = await fetch(`${emulator.endpoint}/2015-03-31/functions`, { headers: { authorization: SIGNED } });
  const { Functions: all } = (await listed.json()) as { Functions: { FunctionName: string; Role: string }[] };
  const tellers = all.filter(({ FunctionName: name }) => /Workflow(RunNode|AnswerNode|ChildRuns)/.test(name));
  expect(tellers.length).toBeGreaterThan(2);
  for (const { Role: role } of tellers) {
    const statement = { Effect: 'Allow', Action: 'states:SendTask*', Resource: '*' };
    const answer = await fetch(emulator.endpoint, {
      method: 'POST',
      headers: { authorization: SIGNED.replace('/lambda/', '/iam/') },
      body: new URLSearchParams({
        ...{ Action: 'PutRolePolicy', Version: '2010-05-08', PolicyName: 'tokens', RoleName: role.split('/').at(-1)! },
        PolicyDocument: JSON.stringify({ Version: '2012-10-17', Statement: [statement] }),
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

afterAll(async () => {
  await emulator.stop();
  await server.close();
  await folder.remove();
});

async function recordOf(deployed: Deployment, run: string, node: string): Promise<NodeRecord | undefined> {
  return (await deployed.state.read(run, [`node#${node}`])).get(`node#${node}`)?.value as NodeRecord | undefined;
}

const artifact = async (run: string, node: string, path: string) => {
  const store = s3Artifacts(parent.s3, parent.outputs['BucketName']!, fileTree(folder.path));
  const content = await store.read({ run, node, round: 1, execution: 1 }, path);
  return content && new TextDecoder().decode(content);
};

describe('a workflow of service skills', () => {
  it('sends requests, calls functions, waits for their answers and for another workflow', async () => {
    const ended = await parent.ended(await parent.start({}, 'first'));
    expect([ended.status, ended.cause]).toEqual(['SUCCEEDED', undefined]);
    expect(server.received.map(({ method, body }) => [method, body])).toEqual([['POST', '{"run":"first"}']]);
    expect(await recordOf(parent, 'first', 'price')).toMatchObject({
      status: 'passed',
      note: `s3://${parent.outputs['BucketName']}/runs/first/artifacts/prepare/1/out/in.md`,
    });
    expect(await artifact('first', 'price', 'out/price.md')).toBe('7');
    expect(await recordOf(parent, 'first', 'ask')).toMatchObject({
      ...{ status: 'passed', label: 'go', attempt: 1 },
      note: "took 'go'; go|stop; answered by the oracle",
    });
    const started = childRun('first', 'report', 1);
    expect(await recordOf(parent, 'first', 'report')).toMatchObject({
      ...{ status: 'passed', artifacts: ['out/report.md'], note: `the run ${started} is completed` },
    });
    expect(await artifact('first', 'report', 'out/report.md')).toBe('about first');
    const header = (await child.state.read(started, ['#run'])).get('#run')!.value;
    expect(header).toMatchObject({ workflow: 'reporting', trigger: 'workflow', result: 'completed' });
  });

  it('fails with the evidence of a function that should have answered later', async () => {
    expect((await parent.ended(await parent.start({}, 'broken'))).status).toBe('FAILED');
    // What a function throws has another name here than on the service.
    expect(await recordOf(parent, 'broken', 'ask')).toMatchObject({
      ...{ status: 'blocked', artifacts: [] },
      note: 'blocked after 1 attempt: the function oracle has failed: Runtime.HandlerError: the oracle sleeps',
    });
  });

  it('fails where the other workflow fails, and names its run', async () => {
    expect((await parent.ended(await parent.start({}, 'bad'))).status).toBe('FAILED');
    const started = childRun('bad', 'report', 1);
    expect(await recordOf(parent, 'bad', 'report')).toMatchObject({
      ...{ status: 'blocked', artifacts: [] },
      note: `blocked after 1 attempt: the run ${started} has failed: write is blocked: blocked after 1 attempt: no ink`,
    });
  });

  it('ends the other workflow when it is cancelled', async () => {
    const execution = await parent.start({}, 'endless');
    const started = childRun('endless', 'report', 1);
    await until(async () => (await recordOf(child, started, 'write'))?.status === 'running');
    await parent.stepFunctions.send(new StopExecutionCommand({ executionArn: execution }));
    const owner = (await child.state.read(started, ['#run'])).get('#run')!.value['owner'] as string;
    expect((await child.ended(owner)).status).toBe('ABORTED');
  });
});
