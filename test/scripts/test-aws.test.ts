import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SFNClient, TestStateCommand } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { compile } from '../../lib/compile/index.ts';
import type { Probe } from '../../scripts/test-aws/probes.ts';
import { probesOf } from '../../scripts/test-aws/probes.ts';
import { redrivenRun, script, workflow } from '../../scripts/test-aws/redriven-run.ts';
import { runProbe } from '../../scripts/test-aws/run-probes.ts';

const repository = join(import.meta.dirname, '../..');
const samples = join(repository, 'test/compile/samples');
const machineOf = (name: string) =>
  compile(readFileSync(join(samples, name, 'workflow.yaml')), { fileExists: () => true }).compiled!.asl;

describe('probes', () => {
  it('are made of every type of state, of each shape once', () => {
    const seen = new Set<string>();
    const all = readdirSync(samples).flatMap((name) => probesOf(machineOf(name), seen));
    const about = new Set(all.map((probe) => probe.about));
    expect([...about].sort()).toEqual([
      'ends',
      'ends at what is final',
      'joins',
      'retries the platform',
      'takes a way',
      'takes an answer',
      'takes none',
    ]);
    expect(probesOf(machineOf('chain'), seen)).toEqual([]);
    expect(all.length).toBeLessThan(150);
  });

  it('of a Choice give it what it asks for', () => {
    const probes = probesOf(machineOf('router-with-join'), new Set());
    const ways = probes.filter(({ about }) => about === 'takes a way');
    expect(ways.length).toBeGreaterThan(0);
    for (const { input, expect: expected } of ways) {
      expect(JSON.stringify(input)).toMatch(/"take":"[\w-]+"/);
      expect(expected).toEqual({ status: 'SUCCEEDED', next: expect.any(String) });
    }
  });
});

describe('a probe', () => {
  const client = mockClient(SFNClient);
  const probe: Probe = {
    state: 'a',
    about: 'takes an answer',
    input: {},
    result: { StatusCode: 200, Payload: { take: 'next' } },
    expect: { status: 'SUCCEEDED', next: 'b' },
  };
  const run = (one: Probe) => runProbe(new SFNClient({ region: 'eu-west-1' }), machineOf('chain'), one);
  beforeEach(() => client.reset());

  it('gives the service the machine with functions, and answers in their place', async () => {
    client.on(TestStateCommand).resolves({ status: 'SUCCEEDED', nextState: 'b' });
    expect(await run(probe)).toBeUndefined();
    const { definition, stateName, mock, variables } = client.commandCalls(TestStateCommand)[0]!.args[0].input;
    expect(definition).not.toContain('${');
    expect(definition).toContain(':function:RunNode:1');
    expect([stateName, variables]).toEqual(['a', '{"run":"probe"}']);
    expect(JSON.parse(mock!.result!)).toEqual(probe.result);
  });

  it('says what came of it that should not', async () => {
    client.on(TestStateCommand).resolves({ status: 'SUCCEEDED', nextState: 'c' });
    expect(await run(probe)).toBe('a takes an answer: SUCCEEDED → c, and not SUCCEEDED → b');
    client.on(TestStateCommand).resolves({ status: 'FAILED', error: 'States.QueryEvaluationError', cause: 'why' });
    expect(await run({ ...probe, error: 'Stepwright.Blocked', expect: { status: 'RETRIABLE' } })).toBe(
      'a takes an answer: FAILED States.QueryEvaluationError why, and not RETRIABLE',
    );
    expect(client.commandCalls(TestStateCommand).at(-1)!.args[0].input.mock).toEqual({
      errorOutput: { error: 'Stepwright.Blocked', cause: 'a probe' },
    });
  });
});

describe('the run that is redriven', () => {
  type Answers = Readonly<Record<string, { code?: number; document?: object }>>;
  const good: Answers = {
    start: { document: { status: 'failed', state: { run: 'r' } } },
    resume: { document: { status: 'completed', state: { run: 'r' } } },
  };

  async function play(answers: Answers): Promise<{ wrong: string[]; verbs: string[] }> {
    const verbs: string[] = [];
    const wrong = await redrivenRun(
      (verb, ...rest) => {
        verbs.push([verb, ...rest].join(' '));
        const { code = 0, document = {} } = answers[verb] ?? {};
        return Promise.resolve({ code, stdout: JSON.stringify(document) });
      },
      ['--stage', 'test'],
    );
    return { wrong, verbs };
  }

  it('is of a workflow that is valid, and fails twice at one node', () => {
    expect(compile(workflow, { target: 'aws' }).diagnostics).toEqual([]);
    expect(script.match(/fail/g)).toHaveLength(2);
  });

  it('deploys, fails, resumes and deletes', async () => {
    const { wrong, verbs } = await play(good);
    expect(wrong).toEqual([]);
    expect(verbs).toEqual([
      'deploy --mock script.yaml --stage test --require-approval never',
      'start --stage test --wait --json',
      'resume --cloud --stage test --wait --json',
      'destroy --stage test --delete-data -- --force',
    ]);
  });

  it.each([
    ['deploying fails', { deploy: { code: 1 } }, 'it could not be deployed'],
    ['nothing fails', { ...good, start: { document: { status: 'completed' } } }, 'the first execution should fail'],
    ['it fails again', { ...good, resume: { document: { status: 'failed' } } }, 'redriven, the run should complete'],
    ['something is left', { ...good, destroy: { code: 1 } }, 'delete it by hand'],
  ] as [string, Answers, string][])('deletes, and tells, when %s', async (_, answers, told) => {
    const { wrong, verbs } = await play(answers);
    expect(wrong.join('\n')).toContain(told);
    expect(verbs.at(-1)).toMatch(/^destroy/);
  });
});

describe('npm run test:aws', () => {
  it.each([
    [[], 'Name the account'],
    [['--account', '12'], 'Name the account'],
    [['--account', '111122223333'], 'Name the region'],
    [['--account', '111122223333', '--region', 'eu-west-1'], 'there are no AWS credentials'],
  ])('refuses %j', (args, told) => {
    const { status, stderr } = spawnSync(process.execPath, [join(repository, 'scripts/test-aws.ts'), ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        AWS_EC2_METADATA_DISABLED: 'true',
        AWS_CONFIG_FILE: '/nowhere',
        AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
      },
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining(told)]);
  });
});
