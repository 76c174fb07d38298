import { createSocket } from 'node:dgram';
import { jest } from '@jest/globals';
import { log } from '../../lambdas/shared/log.ts';
import { observed } from '../../lambdas/shared/observed.ts';
import { traced } from '../../lambdas/shared/trace.ts';
import { visitNode } from '../../lambdas/shared/visit.ts';
import { compile } from '../../lib/compile/index.ts';
import type { NodeDeps, RunSkill } from '../../lib/node/deps.ts';
import { startRun } from '../../lib/node/start-run.ts';
import { indexTable } from '../../lib/node/view.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../lib/store/memory-state.ts';

const secrets = `workflow: { name: secrets, description: case, version: 1.0.0 }
steps:
  - { id: login, name: login, command: /login, args: { token: '{{context.api_token}}', note: plain } }
  - { id: fail, name: fail, command: /fail, depends_on: [login], continue_on_error: true, args: { token: '{{context.api_token}}' } }
`;
const guarded = `name: guarded
version: 1.0.0
nodes:
  - { id: fail, skill: s, role: intake }
  - { id: end, skill: s, role: closeout }
edges: [{ from: fail, to: end }]
final: end
`;

const token = 'line1-aaa\nline2-bbb';
const invocation = {
  awsRequestId: 'request-1',
  functionName: 'the-function',
  memoryLimitInMB: '512',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:111122223333:function:f:3',
};

type Line = Readonly<Record<string, unknown>> & {
  readonly _aws?: { readonly CloudWatchMetrics: readonly object[] };
};

/** Fails, and tells all that it was given. */
const telltale: RunSkill = (node, { args, context }) =>
  node.id === 'login'
    ? Promise.resolve({})
    : Promise.reject(new Error(`no luck with ${JSON.stringify([args, context])}`));

describe('what the functions print', () => {
  let written: { mockRestore: () => void }[];
  let printed: string[];
  beforeEach(() => {
    printed = [];
    written = [process.stdout, process.stderr].map((stream) =>
      jest.spyOn(stream, 'write').mockImplementation((chunk) => {
        printed.push(String(chunk));
        return true;
      }),
    );
  });
  afterEach(() => written.forEach((spy) => spy.mockRestore()));

  async function handle(yaml: string, nodes: readonly string[], runSkill: RunSkill): Promise<unknown[]> {
    const { compiled, diagnostics } = compile(yaml, { target: 'aws' });
    if (!compiled) throw new Error(JSON.stringify(diagnostics));
    const deps: NodeDeps = {
      workflow: indexTable(compiled.table),
      state: memoryState(),
      artifacts: memoryArtifacts(),
      now: () => new Date(),
      runSkill,
      log,
    };
    const input = { api_token: token, topic: 'x' };
    await startRun({ execution: 'e', name: 'run-1', input, epoch: 'e/0' }, deps);
    const handler = observed((node: string) => visitNode({ node, run: 'run-1', epoch: 'e/0', apply: [] }, deps));
    const thrown: unknown[] = [];
    for (const node of nodes) await handler(node, invocation).catch((error: unknown) => thrown.push(error));
    return thrown;
  }

  const lines = () => printed.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line) as Line);

  it('says what happened to which node of which run, in which attempt', async () => {
    await handle(secrets, ['login', 'fail'], telltale);
    const told = lines().filter(({ message }) => message !== undefined);
    expect(told.map(({ level, message, run, node, attempt }) => [level, message, run, node, attempt])).toEqual([
      ['INFO', 'started', 'run-1', 'login', 1],
      ['INFO', 'passed', 'run-1', 'login', undefined],
      ['INFO', 'started', 'run-1', 'fail', 1],
      ['INFO', 'failed', 'run-1', 'fail', undefined],
    ]);
    for (const line of told)
      expect(line).toMatchObject({
        function_request_id: 'request-1',
        cold_start: expect.any(Boolean),
        timestamp: expect.any(String),
      });
  });

  it('counts nodes by workflow alone', async () => {
    await handle(guarded, ['fail', 'fail'], () => Promise.reject(new Error('no')));
    const metrics = lines().filter(({ _aws }) => _aws !== undefined);
    expect(metrics.map(({ _aws }) => _aws!.CloudWatchMetrics[0])).toEqual([
      expect.objectContaining({ Namespace: 'Stepwright', Dimensions: [['service']] }),
      expect.objectContaining({ Namespace: 'Stepwright', Dimensions: [['service']] }),
    ]);
    expect(metrics).toEqual([
      expect.objectContaining({ NodeRetried: 1, NodeSeconds: expect.any(Number) }),
      expect.objectContaining({ NodeFailed: 1, NodeSeconds: expect.any(Number) }),
    ]);
    expect(JSON.stringify(metrics)).not.toContain('run-1');
  });

  it.each([
    ['steps', secrets, ['login', 'fail']],
    ['graph', guarded, ['fail', 'fail', 'end']],
  ])('holds nothing of what a run holds: %s', async (_, yaml, nodes) => {
    process.env['UNRELATED_SECRET'] = 'zzz-env';
    const thrown = await handle(yaml, nodes, telltale);
    // What is thrown, too, the platform prints.
    const all = `${printed.join('')}${thrown.map((error) => (error as Error).stack).join('')}`;
    expect(all).toContain('run-1');
    for (const secret of ['line1-aaa', 'line2-bbb', 'zzz-env', 'no luck']) expect(all).not.toContain(secret);
  });

  it('names errors as the machine knows them', async () => {
    const thrown = await handle(guarded, ['fail', 'fail'], telltale);
    expect(thrown).toEqual([
      expect.objectContaining({ name: 'Stepwright.AttemptFailed' }),
      expect.objectContaining({ name: 'Stepwright.Blocked' }),
    ]);
  });
});

describe('a trace', () => {
  const socket = createSocket('udp4');
  const received: string[] = [];
  const before = { ...process.env };
  beforeAll(async () => {
    socket.on('message', (message) => received.push(message.toString()));
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    received.length = 0;
    const { port } = socket.address();
    process.env['AWS_XRAY_DAEMON_ADDRESS'] = `127.0.0.1:${port}`;
  });
  afterAll(() => {
    process.env = before;
    socket.close();
  });

  it('has a part for a visit, found by run and node', async () => {
    process.env['_X_AMZN_TRACE_ID'] = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=557abcec3ee5a047;Sampled=1;L=1';
    const ids = { run: 'run-1', node: 'a' };
    expect(await traced('visit', ids, () => Promise.resolve(7))).toBe(7);
    await expect(traced('visit', ids, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    while (received.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const [header, part] = received[0]!.split('\n') as [string, string];
    expect(JSON.parse(header)).toEqual({ format: 'json', version: 1 });
    expect(JSON.parse(part)).toEqual({
      name: 'visit',
      type: 'subsegment',
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      trace_id: '1-5759e988-bd862e3fe1be46a994272793',
      parent_id: '557abcec3ee5a047',
      start_time: expect.any(Number),
      end_time: expect.any(Number),
      annotations: ids,
      fault: false,
    });
    expect(JSON.parse(received[1]!.split('\n')[1]!)).toMatchObject({ fault: true });
  });

  it.each([undefined, '', 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=557abcec3ee5a047;Sampled=0'])(
    'is not made for %j',
    async (header) => {
      if (header === undefined) Reflect.deleteProperty(process.env, '_X_AMZN_TRACE_ID');
      else process.env['_X_AMZN_TRACE_ID'] = header;
      expect(await traced('visit', {}, () => Promise.resolve('done'))).toBe('done');
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(received).toEqual([]);
    },
  );
});
