import {
  ExecutionAlreadyExists,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { answerRun } from '../../lambdas/shared/http/answer-run.ts';
import { listRuns } from '../../lambdas/shared/http/list-runs.ts';
import type { HttpRequest, HttpResponse, Served } from '../../lambdas/shared/http/request.ts';
import { showRun } from '../../lambdas/shared/http/show-run.ts';
import { startRun } from '../../lambdas/shared/http/start-run.ts';
import type { Bench } from '../node/bench.ts';
import { bench, graph, RUN } from '../node/bench.ts';

const MACHINE = 'arn:aws:states:eu-central-1:111122223333:stateMachine:m';
const service = mockClient(SFNClient);
beforeEach(() => service.reset());

const yaml = graph('A>B:yes; A>C:no; B>D; C>D', { A: { human: true } });

function served(b: Bench = bench(yaml)): Served {
  return { deps: b.deps, stepFunctions: new SFNClient({ region: 'eu-central-1' }), machine: MACHINE };
}

const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({ routeKey: '', headers: {}, ...more });

function read({ statusCode, body }: HttpResponse): [number, Record<string, unknown>] {
  return [statusCode, JSON.parse(body) as Record<string, unknown>];
}

describe('POST /runs', () => {
  const start = async (more: Partial<HttpRequest>, where = served()) => read(await startRun(request(more), where));
  const sent = () => {
    const { name, input, stateMachineArn } = service.commandCalls(StartExecutionCommand)[0]!.args[0].input;
    expect(stateMachineArn).toBe(MACHINE);
    return { name, input: JSON.parse(input!) as unknown };
  };

  it('starts a run with the body as its input', async () => {
    const response = await startRun(request({ body: '{"week": 5}' }), served());
    const [code, { run }] = read(response);
    expect([code, run]).toEqual([201, expect.stringMatching(/^\d{8}-\d{6}-\w{6}$/)]);
    expect(response.headers).toMatchObject({ 'content-type': 'application/json', location: `/runs/${run as string}` });
    expect(sent()).toEqual({ name: run, input: { week: 5, stepwright: { trigger: 'api' } } });
  });

  it.each([
    ['nothing', {}, { stepwright: { trigger: 'api' } }],
    ['a text', { body: '"since v1.2"' }, { stepwright: { text: 'since v1.2', trigger: 'api' } }],
    [
      'a body in Base64',
      { body: Buffer.from('{"ü": 1}').toString('base64'), isBase64Encoded: true },
      { ü: 1, stepwright: { trigger: 'api' } },
    ],
  ])('takes %s', async (_, more, input) => {
    expect((await start(more))[0]).toBe(201);
    expect(sent().input).toEqual(input);
  });

  it('makes a start with a key once: it names the run, and stands in the input', async () => {
    const headers = { 'idempotency-key': 'order-17' };
    const [, { run }] = await start({ headers, body: '{}' });
    expect(sent()).toEqual({ name: run, input: { stepwright: { key: 'http:order-17', trigger: 'api' } } });
    expect(run).toMatch(/^http-[0-9a-f]{32}$/);
    const [, again] = await start({ headers, body: '{}' });
    expect(again).toEqual({ run });
  });

  it('says so when a key comes again after the run has ended, or with another input', async () => {
    const b = bench(yaml, { input: { week: 5 } });
    await b.visit('A');
    service.on(StartExecutionCommand).rejects(new ExecutionAlreadyExists({ message: '', $metadata: {} }));
    const { state } = b.deps;
    // Whatever the run is called, this is its record.
    Object.assign(b.deps, { state: { ...state, read: (_: string, keys: string[]) => state.read(RUN, keys) } });
    const headers = { 'idempotency-key': 'x' };
    expect((await start({ headers, body: '{"week": 5}' }, served(b)))[0]).toBe(200);
    expect(await start({ headers, body: '{"week": 6}' }, served(b))).toEqual([
      409,
      { error: 'this Idempotency-Key was used for a start with another input' },
    ]);
  });

  it.each([
    ['what is no JSON', { body: '{"week": 5' }, 400, 'the body is no JSON'],
    [
      'what is no UTF-8',
      { body: Buffer.from([34, 255, 34]).toString('base64'), isBase64Encoded: true },
      400,
      'no JSON',
    ],
    ['what is too large', { body: `"${'x'.repeat(262_143)}"` }, 413, 'the body has 262145 bytes'],
    ['what would be too large', { body: `"${'x'.repeat(262_140)}"` }, 413, 'an execution takes 262144 bytes'],
    ['words of tools', { body: '{"stepwright": {"run": "r1"}}' }, 400, 'kept for the tools'],
    ['a key that is none', { headers: { 'idempotency-key': 'ü' } }, 400, '1 to 255 visible characters'],
  ])('refuses %s', async (_, more, code, message) => {
    expect(await start(more)).toEqual([code, { error: expect.stringContaining(message) }]);
    expect(service.calls()).toEqual([]);
  });

  it('tells everything that is wrong with declared inputs at once', async () => {
    const declared = `${yaml.slice(0, -1)},"inputs":{"week":{"type":"integer","required":true},"who":{"required":true}}}`;
    const [code, said] = await start({ body: '{"week": "five"}' }, served(bench(declared)));
    expect([code, said]).toEqual([
      400,
      {
        error: 'the input is not what the workflow declares',
        problems: [expect.stringMatching(/^the input week must be .*integer/), 'the input who is missing'],
      },
    ]);
  });
});

describe('GET /runs', () => {
  it('shows a run as state.json has it, and how it stands', async () => {
    const b = bench(yaml);
    const show = async (run: string) => read(await showRun(request({ pathParameters: { run } }), served(b)));
    expect(await show(RUN)).toEqual([404, { error: 'there is no run r1' }]);
    await b.visit('A', { token: 'secret-token' });
    const [code, state] = await show(RUN);
    expect([code, state]).toMatchObject([
      200,
      { run: RUN, workflow: 'bench', status: 'paused', nodes: { A: { status: 'running' }, B: { status: 'pending' } } },
    ]);
    expect(JSON.stringify(state)).not.toContain('secret-token');
    expect((await show('../x'))[0]).toBe(404);
  });

  it('lists so many, the newest first', async () => {
    const b = bench(yaml);
    await b.visit('A');
    const list = async (last?: string) =>
      read(await listRuns(request(last === undefined ? {} : { queryStringParameters: { last } }), served(b)));
    expect(await list()).toEqual([200, { runs: [{ run: RUN, version: '1.0.0', started: expect.any(String) }] }]);
    expect((await list('100'))[0]).toBe(200);
    for (const last of ['0', '101', 'x', '1.5', ''])
      expect(await list(last)).toEqual([400, { error: 'last is a whole number from 1 to 100' }]);
  });
});

describe('POST /runs/{run}/nodes/{node}/answer', () => {
  const asking = async () => {
    const b = bench(yaml);
    await b.visit('A', { token: 'the-token' });
    const answer = async (body: unknown, node = 'A', run = RUN) =>
      read(
        await answerRun(
          request({
            pathParameters: { run, node },
            body: typeof body === 'string' ? body : JSON.stringify(body),
            requestContext: { authorizer: { iam: { userArn: 'arn:aws:sts::111122223333:assumed-role/ops/ada' } } },
          }),
          served(b),
        ),
      );
    return { b, answer };
  };

  it('records the answer and who has given it, and tells the machine', async () => {
    const { b, answer } = await asking();
    expect(await answer({ label: 'yes', ticket: '1.1' })).toEqual([200, { run: RUN, node: 'A', told: true }]);
    const { input } = service.commandCalls(SendTaskSuccessCommand)[0]!.args[0];
    expect(input).toEqual({ taskToken: 'the-token', output: '{"take":"yes"}' });
    expect((await b.state()).nodes.get('A')).toMatchObject({
      status: 'passed',
      note: "took 'yes'; answered by assumed-role/ops/ada",
    });
  });

  it('refuses a second one, saying who has answered what and when, and tells the machine again', async () => {
    const { answer } = await asking();
    await answer({ label: 'yes' });
    expect(await answer({ label: 'no' })).toEqual([
      409,
      { error: expect.stringMatching(/^A has been answered already, at .*: took 'yes'; answered by assumed-role/) },
    ]);
    expect(service.commandCalls(SendTaskSuccessCommand).map(({ args }) => args[0].input.output)).toEqual([
      '{"take":"yes"}',
      '{"take":"yes"}',
    ]);
  });

  it('says that nobody waits any more', async () => {
    const { answer } = await asking();
    service.on(SendTaskSuccessCommand).rejects(new TaskTimedOut({ message: '', $metadata: {} }));
    expect(await answer({ label: 'yes' })).toEqual([200, { run: RUN, node: 'A', told: false }]);
  });

  it.each([
    ['a label that is not offered', { label: 'maybe' }, 'A', RUN, 422, "the label 'maybe' is not offered"],
    ['a node that does not wait', { label: 'yes' }, 'B', RUN, 409, 'B does not wait for a person'],
    ['an older question', { label: 'yes', ticket: '0.1' }, 'A', RUN, 409, 'A has been asked anew since'],
    ['a node that is not there', { label: 'yes' }, 'Z%20%', RUN, 404, 'the workflow has no node Z%20%'],
    ['a run that is not there', { label: 'yes' }, 'A', 'r2', 404, 'there is no run r2'],
    ['nothing', '', 'A', RUN, 400, 'an answer has a label, a text, a failure (fail) or a result'],
    ['a list', [], 'A', RUN, 400, 'an answer is a JSON object'],
    ['what is no text', { label: 1 }, 'A', RUN, 400, 'the field label of an answer is a text'],
    ['an unknown field', { lable: 'yes' }, 'A', RUN, 400, 'an answer has no field "lable"'],
    ['two kinds at once', { label: 'yes', result: {} }, 'A', RUN, 400, 'either a result, or a label'],
    ['success and failure', { label: 'yes', fail: 'x' }, 'A', RUN, 400, 'has neither label nor text'],
    ['another name', { label: 'yes', by: 'eve' }, 'A', RUN, 400, 'who answers is who has signed the request'],
    ['what is no JSON', '{', 'A', RUN, 400, 'the body is no JSON'],
  ])('refuses %s', async (_, body, node, run, code, message) => {
    const { answer } = await asking();
    expect(await answer(body, node, run)).toEqual([code, { error: expect.stringContaining(message) }]);
  });
});
