import { compile } from '../../lib/compile/index.ts';
import { assemble } from '../../lib/node/assemble.ts';
import type { NodeDeps, RunSkill } from '../../lib/node/deps.ts';
import { answerNode, recordedReply } from '../../lib/node/human.ts';
import { importState } from '../../lib/node/import-state.ts';
import { recordProblems } from '../../lib/node/invariants.ts';
import { runNode } from '../../lib/node/run-node.ts';
import { startRun } from '../../lib/node/start-run.ts';
import { indexTable } from '../../lib/node/view.ts';
import { toJson } from '../../lib/ir/json.ts';
import type { SkillContext } from '../../lib/skills/skill.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../lib/store/memory-state.ts';

const facts = { kind: 'prompt', host: 'prompt', waits: true } as const;

interface Parts {
  readonly node?: string;
  readonly top?: string;
  readonly skill: RunSkill;
}

const told = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** A run of one prompt, or of two that follow each other, visited by hand. */
async function begin({ node = '', top = '', skill }: Parts) {
  const source = `name: w\nversion: 1.0.0\nfinal: B\n${top}\nnodes:
  - {id: A, skill: think, role: executor, description: think hard, outputs: [a.md]${node}}
  - {id: B, skill: think, role: closeout}
edges:
  - {from: A, to: B}\n`;
  const { compiled, diagnostics } = compile(source, { skill: () => facts });
  if (!compiled) throw new Error(JSON.stringify(diagnostics));
  const workflow = indexTable(compiled.table);
  let time = Date.parse('2026-01-01T00:00:00Z');
  const progress: string[] = [];
  const deps: NodeDeps = {
    workflow,
    state: memoryState(),
    artifacts: memoryArtifacts(),
    runSkill: skill,
    now: () => new Date(time),
    log: () => undefined,
    onProgress: (event) => void progress.push(event.kind === 'put-off' ? `${event.kind}: ${event.why}` : event.kind),
  };
  await startRun({ execution: 'e', name: 'r', input: {}, epoch: 'e/0' }, deps);
  let token = 0;
  const visit = (id = 'A') =>
    runNode({ node: workflow.byId.get(id)!.slug, run: 'r', epoch: 'e/0', apply: [], token: `t${++token}` }, deps).catch(
      told,
    );
  const state = async () => assemble(workflow, await deps.state.readAll('r'));
  return {
    deps,
    progress,
    asl: compiled.asl,
    visit,
    state,
    pass: (seconds: number) => (time += seconds * 1000),
    node: async (id = 'A') => (await state()).nodes.get(id)!,
    answer: (answer: Parameters<typeof answerNode>[2], id = 'A') => answerNode('r', id, answer, deps).catch(told),
    reply: async (id = 'A') => {
      const reply = await recordedReply('r', id, deps);
      return reply && [reply.token, reply.answer instanceof Error ? reply.answer.name : reply.answer.take];
    },
  };
}

const passes = async (context: SkillContext, tokens: number) => {
  context.host!.requireBudget();
  context.host!.spend({ inputTokens: tokens - 10, outputTokens: 10, usd: 0.01, model: 'm' });
  await context.artifacts.write('a.md', 'thought');
  return {};
};

describe('usage', () => {
  it('is summed over attempts, whatever becomes of them', async () => {
    let calls = 0;
    const run = await begin({
      skill: async (_node, context) => {
        context.host!.spend({ inputTokens: 100, outputTokens: 1, usd: 0.1, model: 'm' });
        if (++calls === 1) throw new Error('no');
        return passes(context, 20);
      },
    });
    expect(await run.visit()).toBe('Stepwright.AttemptFailed: no');
    expect((await run.node()).usage).toEqual({ inputTokens: 100, outputTokens: 1, usd: 0.1, seconds: 0, model: 'm' });
    await run.visit();
    expect(await run.node()).toMatchObject({
      status: 'passed',
      usage: { inputTokens: 210, outputTokens: 12, usd: 0.21, model: 'm' },
    });
    await run.visit('B');
    expect((await run.state()).usage).toEqual({ inputTokens: 320, outputTokens: 23, usd: 0.32, seconds: 0 });
  });
});

describe('a budget of a node', () => {
  it('that is used up asks a person, is raised by an answer, and costs no attempt', async () => {
    const run = await begin({
      node: ', budget: {tokens: 1000}',
      skill: async (_node, context) => {
        let done = (context.memory as number | undefined) ?? 0;
        context.host!.remember!(() => done);
        for (; done < 4; done++) {
          context.host!.requireBudget();
          context.host!.spend({ inputTokens: 600, outputTokens: 0 });
        }
        await context.artifacts.write('a.md', 'thought');
      },
    });
    expect(await run.visit()).toEqual({ take: 'waiting-for-person' });
    const question = 'the budget of A is used up: 1,200 tokens of 1,000 tokens; approving raises it to 2,000 tokens';
    expect(await run.node()).toMatchObject({
      status: 'running',
      artifacts: [],
      note: `waiting for a person: ${question}`,
      waiting: { kind: 'budget', question },
    });
    expect(await run.answer({ label: 'yes' })).toMatchObject({ kind: 'refused', reason: 'unfit' });
    expect(await run.answer({ by: 'Ann' })).toEqual({ kind: 'accepted', answer: { take: 'again' } });
    expect(await run.node()).toMatchObject({ note: 'the budget was raised (answered by Ann)', raised: 1 });
    expect(await run.reply()).toEqual(['t1', 'Stepwright.Again']);
    expect(await run.answer({})).toMatchObject({ kind: 'refused', reason: 'not-waiting' });
    // It goes on where it was: four calls in all, although it was executed twice.
    expect(await run.visit()).toEqual({ take: 'next' });
    const node = await run.node();
    expect(node).toMatchObject({ attempt: 1, runs: 2, artifacts: ['a.md'], usage: { inputTokens: 2400 } });
    expect(recordProblems(run.deps.workflow, await run.deps.state.readAll('r'))).toEqual([]);
  });

  it('is raised until something of it is left', async () => {
    const run = await begin({
      node: ', budget: {tokens: 10}',
      skill: async (_node, context) => {
        if (context.host && (await run.node()).raised === undefined)
          context.host.spend({ inputTokens: 95, outputTokens: 0 });
        return passes(context, 15);
      },
    });
    expect(await run.visit()).toEqual({ take: 'waiting-for-person' });
    await run.answer({});
    expect(await run.node()).toMatchObject({ raised: 9 });
    expect(await run.visit()).toEqual({ take: 'next' });
  });

  it('that a person does not raise ends the node', async () => {
    const run = await begin({
      node: ', budget: {usd: 0.5}',
      skill: (_node, context) => {
        context.host!.spend({ inputTokens: 1, outputTokens: 1, usd: 0.75 });
        context.host!.requireBudget();
        return Promise.resolve();
      },
    });
    await run.visit();
    expect(await run.answer({ fail: 'too dear' })).toBe('Stepwright.Blocked: A: blocked after 1 attempt: too dear');
    expect(await run.node()).toMatchObject({ status: 'blocked', artifacts: [], usage: { usd: 0.75 } });
    expect(await run.reply()).toEqual(['t1', 'Stepwright.Blocked']);
  });

  it('that nobody raises within seven days ends the node', async () => {
    const run = await begin({
      node: ', budget: {seconds: 60}',
      skill: () => {
        run.pass(61);
        throw new Error('slow');
      },
    });
    expect(await run.visit()).toBe('Stepwright.AttemptFailed: slow');
    // What is used up before it begins is not begun.
    expect(await run.visit()).toEqual({ take: 'waiting-for-person' });
    expect(await run.node()).toMatchObject({ runs: 1, waiting: { kind: 'budget' }, usage: { seconds: 61 } });
    run.pass(604_801);
    expect(await run.visit()).toMatch(
      /^Stepwright.Blocked: A: blocked after 1 attempt: nobody answered within 7 days: the budget of A/,
    );
  });

  it('is a failure where the node cannot wait', async () => {
    const run = await begin({ node: ', budget: {tokens: 10}', skill: (_node, context) => passes(context, 20) });
    const alone = () => runNode({ node: 'a', run: 'r', epoch: 'e/0', apply: [] }, run.deps).catch(told);
    expect(await alone()).toEqual({ take: 'next' });
    const other = await begin({
      node: ', budget: {tokens: 10}',
      skill: (_node, context) => {
        context.host!.spend({ inputTokens: 20, outputTokens: 0 });
        context.host!.requireBudget();
        return Promise.resolve();
      },
    });
    const event = { node: 'a', run: 'r', epoch: 'e/0', apply: [] };
    await expect(runNode(event, other.deps)).rejects.toThrow('the budget of A is used up: 20 tokens of 10 tokens');
  });
});

describe('a budget of the run', () => {
  it('is shared by its nodes, and raised once', async () => {
    const run = await begin({ top: 'budget: {tokens: 100}', skill: (_node, context) => passes(context, 120) });
    expect(await run.visit()).toEqual({ take: 'next' });
    expect(await run.visit('B')).toEqual({ take: 'waiting-for-person' });
    expect(await run.node('B')).toMatchObject({
      waiting: {
        kind: 'run-budget',
        question: expect.stringContaining('the budget of the run is used up: 120 tokens of 100') as string,
      },
    });
    await run.answer({}, 'B');
    expect((await run.deps.state.read('r', ['#spent'])).get('#spent')!.value).toMatchObject({ raised: 1 });
  });
});

describe('a question of a skill', () => {
  const asks: RunSkill = async (_node, context) => {
    const [answered] = context.answers!;
    if (!answered) context.host!.ask!('Which colour?', ['red', 'blue']);
    await context.artifacts.write('a.md', `it is ${answered!.answer}`);
    return {};
  };

  it('waits for a person, whose answer the next execution gets', async () => {
    const run = await begin({ skill: asks });
    expect(await run.visit()).toEqual({ take: 'waiting-for-person' });
    // Visited again, by a redrive or a command here, it waits on under its new token.
    expect(await run.visit()).toEqual({ take: 'waiting-for-person' });
    expect(await run.node()).toMatchObject({ runs: 1, waiting: { kind: 'question', labels: ['red', 'blue'] } });
    expect(await run.answer({ label: 'green' })).toMatchObject({ kind: 'refused', why: 'it offers red, blue' });
    expect(await run.answer({ text: ' ' })).toMatchObject({ kind: 'refused', reason: 'unfit' });
    expect(await run.answer({ result: {} })).toMatchObject({ kind: 'refused', reason: 'unfit' });
    expect(await run.answer({ label: 'blue' })).toMatchObject({ kind: 'accepted' });
    expect(await run.reply()).toEqual(['t2', 'Stepwright.Again']);
    const json = toJson(await run.state());
    const imported = importState(run.deps.workflow, json, { newRun: 'x', owner: 'o' });
    if (imported.kind === 'refused') throw new Error(imported.problems.join());
    expect(imported.unknown).toEqual([]);
    expect(await run.visit()).toEqual({ take: 'next' });
    const version = { run: 'r', node: 'a', round: 1, execution: 2 };
    expect(new TextDecoder().decode(await run.deps.artifacts.read(version, 'a.md'))).toBe('it is blue');
    expect(await run.node()).toMatchObject({
      attempt: 1,
      runs: 2,
      answers: [{ question: 'Which colour?', answer: 'blue' }],
    });
  });

  it('has a Task that waits by token and is entered again', async () => {
    const { asl } = await begin({ skill: asks });
    const task = Object.values(asl.States).find((state) => state.Comment?.startsWith('node A'));
    expect(task).toMatchObject({
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Arguments: { FunctionName: '${RunPrompt}' },
      TimeoutSeconds: 300 + 604_800 + 30,
    });
    expect(JSON.stringify(task)).toContain('Stepwright.Again');
  });
});

describe('a service that is away', () => {
  it('costs no attempt, and keeps what was spent', async () => {
    let calls = 0;
    const run = await begin({
      skill: (_node, context) => {
        context.host!.spend({ inputTokens: 5, outputTokens: 0 });
        if (++calls < 3) context.host!.unavailable('the model does not answer: 529 overloaded');
        return passes(context, 20);
      },
    });
    for (const expected of [0, 0]) {
      expect(await run.visit()).toBe('Stepwright.Unavailable: the model does not answer: 529 overloaded');
      expect((await run.node()).attempt ?? 0).toBe(expected);
    }
    expect(run.progress).toEqual([
      'started',
      'put-off: the model does not answer: 529 overloaded',
      'started',
      'put-off: the model does not answer: 529 overloaded',
    ]);
    expect(await run.visit()).toEqual({ take: 'next' });
    expect(await run.node()).toMatchObject({ attempt: 1, runs: 3, usage: { inputTokens: 25 } });
  });
});
