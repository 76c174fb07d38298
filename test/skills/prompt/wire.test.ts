import { executePrompt } from '../../../lib/skills/prompt/execute.ts';
import type { Reply } from './model-server.ts';
import { modelServer } from './model-server.ts';
import type { PromptParts } from './fake-skill.ts';
import { environmentOf, promptContext, promptSkill, told } from './fake-skill.ts';
import type { WireFormat } from './wire-formats.ts';
import { anthropic, bedrock, openAiCompatible } from './wire-formats.ts';

const credentials = { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret' };

/** Executes a prompt against a server that gives these replies, the last one again and again. */
async function against(format: WireFormat, replies: readonly Reply[], parts: PromptParts = {}) {
  const server = await modelServer((_request, index) => replies[Math.min(index, replies.length - 1)]!);
  const sleeps: number[] = [];
  const { context, written, spent } = promptContext({ outputs: ['out.md'], ...parts });
  const environment = environmentOf({
    models: { default: { ...format.entry(server.url), prices: { input: 3, output: 15 } } },
    awsCredentials: () => Promise.resolve(credentials),
    sleep: (seconds) => {
      sleeps.push(seconds);
      return Promise.resolve();
    },
  });
  try {
    const outcome = await executePrompt(
      promptSkill({ manifest: { temperature: 0.5, max_output_tokens: 500 } }),
      context,
      environment,
    ).catch(told);
    return { outcome, written: Object.fromEntries(written), spent, sleeps, received: server.received };
  } finally {
    await server.close();
  }
}

describe.each([anthropic, bedrock, openAiCompatible])('the wire format of $name', (format) => {
  const write = format.call('call_1', 'write_artifact', { path: 'out.md', content: 'Hëllo' });
  const finish = format.call('call_2', 'finish', { status: 'passed', note: 'done' });

  it('asks, calls tools and gives their results back', async () => {
    const { outcome, written, spent, received } = await against(format, [write, finish]);
    expect(outcome).toEqual({ status: 'passed', note: 'done' });
    expect(written).toEqual({ 'out.md': 'Hëllo' });
    expect(spent).toEqual([1, 2].map(() => ({ inputTokens: 1200, outputTokens: 34, usd: 0.00411, model: 'default' })));
    expect(received.map(({ method, path }) => [method, path])).toEqual([1, 2].map(() => ['POST', format.path]));
    expect(received.every(format.authorised)).toBe(true);
    const first = format.read(received[0]!);
    expect(first.system).toMatch(/^Do it\.\n\n---\n\n# How to work here/);
    expect(first.user).toMatch(/^## Task\n\nNode node\./);
    expect(first.tools).toEqual(
      expect.arrayContaining(['finish', 'write_artifact', 'read_artifact', 'list_artifacts', 'ask_person']),
    );
    expect(first).toMatchObject({ temperature: 0.5, maxTokens: 500, toolResult: undefined });
    expect(format.read(received[1]!).toolResult).toEqual(['call_1', '{"path":"out.md","characters":5}']);
  });

  it('tells a refusal and an answer that is cut off', async () => {
    const refused = await against(format, [write, format.refusal]);
    expect(refused.outcome).toMatch(/^Error: the model refused( \(.+\))?: No\.$/);
    const cut = await against(format, [write, format.truncated]);
    expect(cut.outcome).toBe("Error: the model's answer was cut off after 34 tokens; max_output_tokens is 500");
    expect([refused.written, cut.written]).toEqual([{}, {}]);
  });

  it('is called again when it is busy, as late as it says', async () => {
    const busy = { ...format.busy, headers: { ...format.busy.headers, 'retry-after': '17' } };
    const { outcome, sleeps, received } = await against(format, [busy, format.busy, write, finish]);
    expect(outcome).toMatchObject({ status: 'passed' });
    expect(sleeps[0]).toBe(17);
    expect(sleeps[1]).toBeGreaterThanOrEqual(1);
    expect(sleeps[1]).toBeLessThanOrEqual(2);
    expect(received).toHaveLength(4);
  });

  it('is left alone when the time of the node does not suffice', async () => {
    const busy = { ...format.busy, headers: { ...format.busy.headers, 'retry-after': '60' } };
    const { outcome, sleeps, spent } = await against(format, [busy], { seconds: 50 });
    expect(outcome).toMatch(
      new RegExp(`^Stepwright.Ended: unavailable: the model does not answer: ${format.busy.status} `),
    );
    expect([sleeps, spent]).toEqual([[], []]);
  });

  it('is not called again when it refuses the call itself, and no key is told', async () => {
    const { outcome, received } = await against(format, [
      { status: 400, body: { message: 'bad', error: { message: 'bad', type: 'x' } } },
    ]);
    expect(outcome).toMatch(/^Error: the provider refused the call \(400\): /);
    expect(outcome).not.toContain('value of');
    expect(received).toHaveLength(1);
  });
});

it('says that an answer which is no answer cannot be understood', async () => {
  const { context } = promptContext();
  const odd = await modelServer(() => ({ body: { choices: 'none' } }));
  const models = { default: openAiCompatible.entry(odd.url) };
  try {
    await expect(executePrompt(promptSkill(), context, environmentOf({ models }))).rejects.toThrow(
      /^the provider's answer cannot be understood: /,
    );
  } finally {
    await odd.close();
  }
});

it('knows that nobody is there', async () => {
  const { context } = promptContext({ seconds: 5 });
  const gone = await modelServer(() => ({ body: {} }));
  await gone.close();
  const models = { default: openAiCompatible.entry(gone.url) };
  await expect(executePrompt(promptSkill(), context, environmentOf({ models }))).rejects.toThrow(
    /unavailable: the model does not answer: (Cannot connect to API|fetch failed)/,
  );
});
