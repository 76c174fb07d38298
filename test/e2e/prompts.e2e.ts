import { setTimeout as sleep } from 'node:timers/promises';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { ModelServer } from '../skills/prompt/model-server.ts';
import { modelServer } from '../skills/prompt/model-server.ts';
import { expectedRuns, skillFiles, softwareAgent, workflow } from '../skills/prompt/software-agent.ts';
import { openAiCompatible } from '../skills/prompt/wire-formats.ts';
import { project } from '../stack/project.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import type { CommandLine } from './command-line.ts';
import { commandLine } from './command-line.ts';
import { deploy } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { startEmulator } from './emulator.ts';
import type { Emulator } from './emulator.ts';

/**
 * Two executions of S12 use up its budget; there are three. One node at a time: the emulator lets the branches of a
 * Parallel share the token of a Task, so that of two that wait at once one may never hear of its answer.
 */
const withBudget = `max_concurrency: 1\n${workflow.replace(/( {2}- id: S12\n)/, '$1    budget: 2000\n')}`;

let emulator: Emulator;
let models: ModelServer;
let folder: TemporaryFolder;
let deployed: Deployment;
let cloud: CommandLine;

beforeAll(async () => {
  const play = softwareAgent();
  models = await modelServer((request, index) => {
    const { user } = openAiCompatible.read(request);
    const { calls } = play({ prompt: [{ role: 'user', content: [{ type: 'text', text: user }] }] });
    const replies = calls!.map(([tool, input], i) =>
      openAiCompatible.call(`call_${index}_${i}`, tool, input as object),
    );
    // One answer with all calls in it.
    const [first, ...others] = replies.map(({ body }) => structuredClone(body) as Completion);
    for (const { choices } of others) first!.choices[0]!.message.tool_calls.push(...choices[0]!.message.tool_calls);
    return { body: first! };
  });
  [emulator, folder] = await Promise.all([
    startEmulator(),
    project({
      ...Object.fromEntries(Object.entries(skillFiles).map(([path, text]) => [`skills/${path}`, text])),
      'workflow.yaml': withBudget,
      'stepwright.yaml': `models: { default: ${JSON.stringify({ ...openAiCompatible.entry(models.url), apiKey: 'prod/model#key' })} }\n`,
    }),
  ]);
  await new SecretsManagerClient(emulator.client).send(
    new CreateSecretCommand({ Name: 'prod/model', SecretString: '{"key":"the-key"}' }),
  );
  deployed = await deploy(emulator, folder.path);
  cloud = commandLine(emulator, folder.path);
}, 180_000);

afterAll(async () => {
  await emulator.stop();
  await models.close();
  await folder.remove();
}, 60_000);

interface Completion {
  readonly choices: { readonly message: { readonly tool_calls: object[] } }[];
}

describe('22 prompts in the function for prompts', () => {
  it('go through router, loops and gate, wait where a budget is used up, and are raised', async () => {
    const execution = await deployed.start({ text: 'mend the start page' }, 'run-1');
    const state = async () =>
      (await cloud.json('status', '--cloud', '--run', 'run-1')).document as {
        status: string;
        usage: { inputTokens: number };
        nodes: Record<string, { status: string; runs?: number; waiting?: { question: string }; usage?: object }>;
      };
    let shown = await state();
    // The server of models answers from this very process, and must get its turn.
    for (let tries = 0; tries < 120 && !shown.nodes['S12']?.waiting; tries++) {
      await sleep(500);
      shown = await state();
    }
    expect(shown.nodes['S12']).toMatchObject({
      status: 'running',
      runs: 2,
      waiting: {
        question: 'the budget of S12 is used up: 2,468 tokens of 2,000 tokens; approving raises it to 4,000 tokens',
      },
    });
    const approved = await cloud.run('approve', 'S12', '--cloud', '--run', 'run-1');
    expect([approved.code, approved.stderr]).toEqual([0, '']);
    expect((await deployed.ended(execution)).status).toBe('SUCCEEDED');

    shown = await state();
    const runs = Object.entries(shown.nodes).flatMap(([id, node]) =>
      node.runs === undefined ? [] : [[id, node.runs]],
    );
    expect(Object.fromEntries(runs)).toEqual(expectedRuns);
    const calls = Object.values(expectedRuns).reduce((sum, count) => sum + count, 0);
    expect(models.received).toHaveLength(calls);
    expect(shown.usage).toMatchObject({ inputTokens: 1200 * calls });
    expect(new Set(models.received.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer the-key']));
  });
});
