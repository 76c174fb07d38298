import type { FunctionRequest } from '../../../lib/skills/lambda/request.ts';
import { executeLambda } from '../../../lib/skills/lambda/execute.ts';
import type { ManifestOf } from '../../../lib/skills/manifest/schema.ts';
import { manifestSchema } from '../../../lib/skills/manifest/schema.ts';
import type { SkillHost } from '../../../lib/skills/host.ts';
import type { FakeContext } from '../command/fake-context.ts';
import { fakeContext } from '../command/fake-context.ts';
import type { TestServer } from '../http/server.ts';
import { testServer } from '../http/server.ts';

/** Stands for the service; what it answers each test says. */
let answer: (request: FunctionRequest) => { status?: number; error?: string; body: unknown };
let service: TestServer;
const before = { ...process.env };

beforeAll(async () => {
  service = await testServer(({ body }, response) => {
    const { status = 200, error, body: text } = answer(JSON.parse(body) as FunctionRequest);
    response.writeHead(status, {
      ...(status === 200 && error !== undefined && { 'x-amz-function-error': error }),
      ...(status !== 200 && error !== undefined && { 'x-amzn-errortype': error }),
    });
    response.end(typeof text === 'string' ? text : JSON.stringify(text));
  });
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL_LAMBDA: service.url, AWS_REGION: 'eu-central-1' },
    ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
  });
});
afterAll(async () => {
  process.env = before;
  await service.close();
});
beforeEach(() => service.received.splice(0));

type Fields = Omit<Partial<ManifestOf<'lambda'>>, 'kind'>;

function execute(fields: Fields = {}, context: FakeContext = fakeContext(), answerFunction?: string) {
  const manifest = { kind: 'lambda' as const, function: 'pricing', ...fields };
  const skill = { kind: 'lambda' as const, name: 'price', file: 'skill.yaml', root: '.', manifest };
  return executeLambda(skill, context, {
    projectDir: '.',
    secret: () => Promise.reject(new Error('none')),
    ...(answerFunction !== undefined && { answerFunction }),
  });
}

/** A host that says what it is told. */
const host: SkillHost = {
  spend: () => undefined,
  requireBudget: () => undefined,
  secondsLeft: () => 60,
  unavailable: (why) => {
    throw new Error(`unavailable: ${why}`);
  },
  handOver: async (what, begin) => {
    await begin('1.1');
    throw new Error(`handed over: ${what}`);
  },
};

const sent = () => JSON.parse(service.received[0]!.body) as FunctionRequest;

describe('a lambda skill', () => {
  it('gives the function what the node has, and takes its answer as the result', async () => {
    answer = () => ({ body: { label: 'cheap', output: '7', artifacts: { 'a.md': 'A', 'b.bin': { base64: '/wA=' } } } });
    const context = fakeContext({
      args: { n: 3 },
      context: { who: 'Ada' },
      input: { x: 1 },
      labels: ['cheap', 'dear'],
      inputs: { 'in.md': 'hi' },
      absent: ['old.md'],
      outputs: ['a.md', 'b.bin'],
      description: 'Says what it costs.',
    });
    expect(await execute({}, context)).toEqual({
      ...{ label: 'cheap', output: '7' },
      artifacts: { 'a.md': 'A', 'b.bin': Buffer.from([255, 0]) },
    });
    expect(sent()).toEqual({
      ...{ run: 'r1', node: 'work', round: 1, attempt: 1, description: 'Says what it costs.' },
      ...{ args: { n: 3 }, input: { x: 1 }, context: { who: 'Ada' }, labels: ['cheap', 'dear'] },
      ...{
        inputs: { 'in.md': 'data:application/octet-stream;base64,aGk=' },
        absent: ['old.md'],
        outputs: ['a.md', 'b.bin'],
      },
    });
    expect(service.received[0]!.url).toBe('/2015-03-31/functions/pricing/invocations');
  });

  it('says where inputs are that lie in a bucket', async () => {
    answer = () => ({ body: 'null' });
    const context = fakeContext({ inputs: { 'in.md': 'hi' } });
    const artifacts = { ...context.artifacts, addressOf: (path: string) => `s3://bucket/runs/${path}` };
    expect(await execute({}, { ...context, artifacts })).toBeNull();
    expect(sent().inputs).toEqual({ 'in.md': 's3://bucket/runs/in.md' });
  });

  it('maps whatever else it answers', async () => {
    answer = () => ({ body: { price: { amount: 7 }, kind: 'dear' } });
    expect(await execute({ output: '/price', label: '/kind', artifact: 'price.json' })).toEqual({
      ...{ output: '{"amount":7}', label: 'dear' },
      artifacts: { 'price.json': Uint8Array.from(Buffer.from('{"price":{"amount":7},"kind":"dear"}')) },
    });
    await expect(execute({ output: '/cost' })).rejects.toThrow(
      'the function pricing has answered, with nothing at /cost',
    );
  });

  it.each([
    [
      'it throws',
      { error: 'Unhandled', body: { errorType: 'TypeError', errorMessage: 'no price', trace: ['at /var'] } },
      'the function pricing has failed: TypeError: no price',
    ],
    [
      'it ends early',
      { error: 'Unhandled', body: { errorMessage: 'Task timed out after 3.00 seconds' } },
      'the function pricing has failed: Task timed out after 3.00 seconds',
    ],
    ['it answers no JSON', { body: 'oops' }, 'the function pricing has answered, and no JSON: oops'],
    [
      'there is none',
      {
        status: 404,
        error: 'ResourceNotFoundException',
        body: { Message: 'arn:aws:lambda:eu:123456789012:function:pricing' },
      },
      /^the function pricing cannot be invoked: ResourceNotFoundException$/,
    ],
    [
      'nobody may call it',
      { status: 403, error: 'AccessDeniedException', body: { Message: 'arn:…' } },
      /^the function pricing cannot be invoked: AccessDeniedException$/,
    ],
    [
      'it is throttled',
      { status: 429, error: 'TooManyRequestsException', body: {} },
      /^unavailable: the function pricing cannot be invoked: TooManyRequestsException$/,
    ],
    [
      'the service is ill',
      { status: 500, error: 'ServiceException', body: {} },
      /^unavailable: the function pricing cannot be invoked: ServiceException$/,
    ],
  ])('fails where %s', async (_, given, evidence) => {
    answer = () => given;
    await expect(execute({}, fakeContext({ host }))).rejects.toThrow(evidence);
    expect(service.received).toHaveLength(1);
  });

  it('tells a function that answers later how', async () => {
    answer = () => ({ body: 'null' });
    const context = fakeContext({ host });
    const handedOver = 'handed over: the answer of the function pricing';
    await expect(execute({ mode: 'callback' }, context, 'shop-answer-node')).rejects.toThrow(handedOver);
    expect(sent().answer).toEqual({ function: 'shop-answer-node', run: 'r1', node: 'work', ticket: '1.1' });
    await expect(execute({ mode: 'callback' }, context)).rejects.toThrow(handedOver);
    answer = () => ({ error: 'Unhandled', body: { errorMessage: 'no queue' } });
    await expect(execute({ mode: 'callback' }, context)).rejects.toThrow('the function pricing has failed: no queue');
    await expect(execute({ mode: 'callback' })).rejects.toThrow('no function can answer here');
  });

  it('sends nothing that is larger than the service takes', async () => {
    const context = fakeContext({ inputs: { big: 'x'.repeat(5_000_000) } });
    await expect(execute({}, context)).rejects.toThrow(/^the request for the function has 66\d+ bytes, more than/);
    expect(service.received).toEqual([]);
  });

  it('ends when its time is over', async () => {
    const context = fakeContext();
    context.abort.abort(new Error('timed out after 1s'));
    await expect(execute({}, context)).rejects.toThrow('timed out after 1s');
  });

  it.each(['my function', '{{args.f}}', ''])('is none with the function "%s"', (name) => {
    expect(manifestSchema.safeParse({ kind: 'lambda', function: name }).success).toBe(false);
  });
});
