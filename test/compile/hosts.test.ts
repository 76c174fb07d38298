import validateAsl from 'asl-validator';
import type { TaskState } from '../../lib/asl/definition.ts';
import { argumentOf } from '../../lib/asl/variables.ts';
import { compile } from '../../lib/compile/index.ts';
import { limitsOf } from '../../lib/compile/limits.ts';
import type { SkillFacts } from '../../lib/ir/skill-facts.ts';
import { startExecution } from '../../lib/run/execution.ts';
import { bench, graph } from '../node/bench.ts';

type Facts = Partial<SkillFacts>;

const shared: SkillFacts = { kind: 'code', host: 'shared', waits: false };
const container: SkillFacts = { kind: 'agent', host: 'container', waits: true, workspace: true };

/** What is known of the skills `s-A`, `s-B` … of a bench. */
function facts(known: Readonly<Record<string, Facts>>) {
  return (name: string): SkillFacts | undefined => {
    const found = known[name.slice(2)];
    return found && { ...shared, ...found };
  };
}

function compiled(edges: string, known: Readonly<Record<string, Facts>>, nodes: Readonly<Record<string, object>> = {}) {
  const result = compile(graph(edges, nodes), { skill: facts(known) });
  expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return result.compiled!;
}

function taskOf(node: string, ...given: Parameters<typeof compiled>): TaskState {
  const { asl } = compiled(...given);
  const states = Object.values(asl.States);
  return states.find((state): state is TaskState => state.Type === 'Task' && argumentOf(state, 'node') === node)!;
}

describe('where a node runs', () => {
  it('is the same as ever, byte for byte, while nothing special is known of its skill', () => {
    const plain = compile(graph('A>B')).compiled!;
    expect(JSON.stringify(compiled('A>B', { A: {}, B: { kind: 'builtin' } }).asl)).toBe(JSON.stringify(plain.asl));
    expect(compiled('A>B', { A: {} }).table).toEqual(plain.table);
  });

  it('is another function for prompts and for skills that want one of their own', () => {
    expect(taskOf('a', 'A>B', { A: { kind: 'prompt', host: 'prompt' } }).Arguments).toMatchObject({
      FunctionName: '${RunPrompt}',
    });
    expect(taskOf('a', 'A>B', { A: { host: 'own' } }).Arguments).toMatchObject({
      FunctionName: expect.stringMatching(/^\$\{Skill_s_A_[0-9a-f]{6}\}$/) as string,
    });
  });

  it('is a container that is given what a function would be, and answers by token', () => {
    const task = taskOf('a', 'A>B', { A: container });
    expect(task).toMatchObject({
      Resource: 'arn:aws:states:::ecs:runTask.waitForTaskToken',
      Output: '{% $states.result %}',
      TimeoutSeconds: 300 + 630,
      HeartbeatSeconds: 600,
    });
    expect(task.Arguments).toMatchObject({
      LaunchType: 'FARGATE',
      Cluster: '${Cluster}',
      Overrides: {
        ContainerOverrides: [
          {
            Name: 'skill',
            Environment: [
              { Name: 'STEPWRIGHT_NODE', Value: 'a' },
              { Name: 'STEPWRIGHT_RUN', Value: '{% $run %}' },
              { Name: 'STEPWRIGHT_EPOCH', Value: expect.stringContaining('RedriveCount') as string },
              { Name: 'STEPWRIGHT_APPLY', Value: '{% $string([$states.input.apply]) %}' },
              { Name: 'STEPWRIGHT_TOKEN', Value: '{% $states.context.Task.Token %}' },
            ],
          },
        ],
      },
    });
    expect(task.Retry!.map(({ ErrorEquals }) => ErrorEquals.at(-1))).toEqual([
      'Stepwright.RunStopped',
      'Stepwright.Unavailable',
      'AmazonECS.Unknown',
      'States.ALL',
    ]);
    const { asl } = compiled('A>B', { A: container, B: { host: 'own', waits: true, kind: 'lambda' } });
    expect(validateAsl(asl as object)).toMatchObject({ isValid: true });
  });

  it('may be where an answer comes from later: retried like any other', () => {
    const task = taskOf('a', 'A>B', { A: { kind: 'lambda', waits: true } });
    expect([task.Resource, task.Output]).toEqual([
      'arn:aws:states:::lambda:invoke.waitForTaskToken',
      '{% $states.result %}',
    ]);
    expect(task.Retry!.at(-1)).toMatchObject({ ErrorEquals: ['States.ALL'], MaxAttempts: 2 });
  });

  it('is a person where the skill asks one, by its own question, and keeps the hash of the file', () => {
    const [plain, asked] = [
      compile(graph('A>B')).compiled!,
      compiled('A>B', { A: { kind: 'human', waits: true, question: 'Go on?' } }),
    ];
    expect(asked.table.nodes[0]).toMatchObject({
      human: true,
      question: 'Go on?',
      timeoutSeconds: 604_800,
      hash: plain.table.nodes[0]!.hash,
    });
    expect(taskOf('a', 'A>B', { A: { kind: 'human', waits: true } }).Retry!.at(-1)!.ErrorEquals).not.toContain(
      'States.ALL',
    );
  });

  it('has the skill’s limit where the node states none', () => {
    const limits = (nodes: Readonly<Record<string, object>>) =>
      compiled('A>B', { A: { ...container, timeoutSeconds: 3600 } }, nodes).table.nodes[0]!.timeoutSeconds;
    expect([limits({}), limits({ A: { timeout_seconds: 60 } })]).toEqual([3600, 60]);
  });

  it('counts in the history as it is called', () => {
    const events = (known: Readonly<Record<string, Facts>>) => limitsOf(compiled('A>B', known)).history.worst;
    // Each of two attempts is submitted too.
    expect(events({ A: container }) - events({})).toBe(2);
    expect(events({ A: { waits: true, kind: 'lambda' } }) - events({})).toBe(2);
  });
});

describe('a limit above that of a function', () => {
  const said = (known: Readonly<Record<string, Facts>>, node: object, target: 'local' | 'aws' = 'aws') =>
    compile(graph('A>B', { A: node }), { target, skill: facts(known) }).diagnostics.map(
      ({ severity, code }) => `${severity} ${code}`,
    );

  it('is an error where a function does the work, also where the skill states it', () => {
    expect(said({}, { timeout_seconds: 841 })).toEqual(['error G18']);
    expect(said({ A: { host: 'own' } }, { timeout_seconds: 841 })).toEqual(['error G18']);
    expect(said({ A: { host: 'prompt', kind: 'prompt', waits: true } }, { timeout_seconds: 841 })).toEqual([
      'error G18',
    ]);
    expect(said({ A: { timeoutSeconds: 900 } }, {})).toEqual(['error G18']);
    expect(said({ A: { timeoutSeconds: 900 } }, {}, 'local')).toEqual(['warning G18']);
    expect(said({ A: { timeoutSeconds: 900 } }, { timeout_seconds: 100 })).toEqual([]);
  });

  it('is none for a container, or where something else is waited for', () => {
    expect(said({ A: container }, { timeout_seconds: 86_400 })).toEqual([]);
    expect(said({ A: { kind: 'lambda', waits: true } }, { timeout_seconds: 86_400 })).toEqual([]);
    expect(said({ A: { kind: 'human', waits: true } }, { timeout_seconds: 86_400 })).toEqual([]);
  });

  it('is told of a default of the steps only where a step has it that runs in a function', () => {
    const steps = (commands: string[]) =>
      `workflow: {name: w, version: 1.0.0, description: d}\ndefaults: {timeout_seconds: 900}\nsteps:\n${commands.map((c) => `  - {id: ${c}, name: ${c}, command: /s-${c}}\n`).join('')}`;
    const errors = (...commands: string[]) =>
      compile(steps(commands), { target: 'aws', skill: facts({ A: container }) }).diagnostics.filter(
        ({ severity }) => severity === 'error',
      ).length;
    expect([errors('A'), errors('A', 'B')]).toEqual([0, 1]);
  });
});

describe('a machine with containers, here', () => {
  it('does their work in this process, with retries and loops as everywhere', async () => {
    const { run, state } = bench(graph('A>B; B>C:done; B>A:again!'), {
      facts: facts({ A: container, B: container }),
      script: { A: [{ fail: 'not yet' }, {}], B: [{ label: 'again' }, { label: 'done' }] },
    });
    const { status } = await run();
    const { nodes } = await state();
    expect([status, nodes.get('A')!.runs, nodes.get('B')!.runs, nodes.get('C')!.status]).toEqual([
      'completed',
      3,
      2,
      'passed',
    ]);
  });

  it('stops the run where one is blocked, with the same words', async () => {
    const { run, state } = bench(graph('A>B'), { facts: facts({ A: container }), script: { A: { fail: 'never' } } });
    const { status, cause } = await run();
    expect([status, cause]).toEqual(['failed', 'A: blocked after 2 attempts: never']);
    expect((await state()).nodes.get('A')!.status).toBe('blocked');
  });

  it('is refused by an engine that starts none', async () => {
    const { asl } = compiled('A>B', { A: container });
    const deps = {
      invoke: () => Promise.resolve({ run: 'r', take: 'go' }),
      sleep: () => Promise.resolve(),
      now: () => new Date(),
    };
    const { result } = startExecution(asl, deps, { id: 'i', name: 'n', input: {} });
    expect(await result).toMatchObject({ status: 'FAILED', cause: 'nothing here starts containers' });
  });
});

describe('what nodes change in the project', () => {
  const work = { A: container, B: container, C: container };

  it('goes from those before on to those behind, in resolved order', () => {
    const { table } = compiled('A>C; B>C; C>D', work);
    expect(table.nodes.map(({ id, changes }) => [id, changes])).toEqual([
      ['A', { path: 'artifacts/a.patch', before: [] }],
      ['C', { path: 'artifacts/c.patch', before: ['A', 'B'] }],
      ['B', { path: 'artifacts/b.patch', before: [] }],
      ['D', undefined],
    ]);
  });

  it('is kept in an output that ends in .patch, where there is one', () => {
    expect(compiled('A>B', work, { A: { outputs: ['fix.md', 'out/fix.patch'] } }).table.nodes[0]!.changes!.path).toBe(
      'out/fix.patch',
    );
  });

  it('is what the skill gets, of the nodes that have changed something', async () => {
    const seen: Record<string, string[]> = {};
    const { run } = bench(graph('A>C; B>C; C>D'), {
      facts: facts(work),
      async skill({ id }, { changes, artifacts }) {
        if (!changes) return;
        seen[id] = await Promise.all(
          changes.before.map(async ({ node, read }) => `${node}: ${new TextDecoder().decode(await read())}`),
        );
        if (id !== 'B') await artifacts.write(changes.path, `patch of ${id}`);
      },
    });
    expect((await run()).status).toBe('completed');
    expect(seen).toEqual({ A: [], B: [], C: ['A: patch of A'] });
  });

  it('is no way to write what is no output', async () => {
    const { run, state } = bench(graph('A>B'), {
      facts: facts({ A: { ...shared } }),
      skill: async ({ id }, { artifacts }) => (id === 'A' ? artifacts.write('artifacts/a.patch', 'x') : undefined),
    });
    await run();
    expect((await state()).nodes.get('A')!.note).toContain(
      "wrote artifacts/a.patch, which is not among the node's outputs",
    );
  });
});
