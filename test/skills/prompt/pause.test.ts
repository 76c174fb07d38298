import { project } from '../../stack/project.ts';
import type { TemporaryFolder } from '../../store/temporary-folder.ts';
import type { Turn } from './fake-model.ts';
import { finish, lastAnswers, modelOfTurns, sentText } from './fake-model.ts';
import { environmentOf } from './fake-skill.ts';
import { promptRun } from './run-prompts.ts';

const workflow = (node: string, top = '') => `
name: draft
version: 1.0.0
final: A
${top}
nodes:
  - { id: A, skill: draft, role: executor, description: draft it, outputs: [draft.md]${node} }
edges: []
`;

const write: Turn = { calls: [['write_artifact', { path: 'draft.md', content: 'first half, ' }]] };
const more: Turn = { calls: [['write_artifact', { path: 'draft.md', content: 'second half', append: true }]] };
const done = finish({ status: 'passed' });

describe('a prompt that a person interrupts', () => {
  let folder: TemporaryFolder;
  beforeAll(async () => {
    folder = await project({ 'draft/SKILL.md': 'Draft it.\n' });
  });
  afterAll(() => folder.remove());

  function begin(text: string, ...turns: readonly Turn[]) {
    const model = modelOfTurns(...turns);
    const run = promptRun(text, { source: { dirs: [folder.path] }, environment: environmentOf({ model }) });
    return { model, run };
  }

  it('goes on where it asked, with the answer', async () => {
    const ask: Turn = {
      calls: [
        ['ask_person', { question: 'How long?', choices: ['short', 'long'] }],
        ['write_artifact', { path: 'draft.md', content: 'too early' }],
      ],
    };
    const { model, run } = begin(workflow(''), write, ask, more, done);
    const paused = await run.go();
    expect(paused.status).toBe('paused');
    expect(paused.state.nodes.get('A')).toMatchObject({
      status: 'running',
      artifacts: [],
      waiting: { kind: 'question', question: 'How long?', labels: ['short', 'long'] },
    });
    await run.approve('A', { label: 'short' });
    const result = await run.go();
    expect(result.status).toBe('completed');
    expect(await run.artifact(result, 'A', 'draft.md')).toBe('first half, second half');
    expect(model.doGenerateCalls).toHaveLength(4);
    const [answered, left] = lastAnswers(model.doGenerateCalls[2]!);
    expect(answered).toMatch(/^<data \w+ "answer">\nshort\n/);
    expect(left).toMatch(/^not carried out/);
    expect(result.state.nodes.get('A')).toMatchObject({
      attempt: 1,
      runs: 2,
      usage: { inputTokens: 400, outputTokens: 40 },
    });
  });

  it('goes on where its budget was used up, when that is raised', async () => {
    const { model, run } = begin(workflow(', budget: { tokens: 200 }'), write, more, done);
    const paused = await run.go();
    expect(paused.status).toBe('paused');
    expect(paused.state.nodes.get('A')!.waiting!.question).toBe(
      'the budget of A is used up: 220 tokens of 200 tokens; approving raises it to 400 tokens',
    );
    await run.approve('A');
    const result = await run.go();
    expect(result.status).toBe('completed');
    expect(await run.artifact(result, 'A', 'draft.md')).toBe('first half, second half');
    expect(model.doGenerateCalls).toHaveLength(3);
    expect(paused.state.nodes.get('A')!.usage).toEqual({
      inputTokens: 200,
      outputTokens: 20,
      usd: 0.0009,
      model: 'default',
      seconds: expect.any(Number) as number,
    });
  });

  it('is begun anew where too much would have to be kept', async () => {
    const noise = Array.from({ length: 400_000 }, () => Math.random().toString(36)[2]).join('');
    const big: Turn = { calls: [['write_artifact', { path: 'draft.md', content: noise }]] };
    const ask: Turn = { calls: [['ask_person', { question: 'How long?' }]] };
    const { model, run } = begin(workflow(''), big, ask, write, done);
    await run.go();
    await run.approve('A', { text: 'short' });
    const result = await run.go();
    expect(await run.artifact(result, 'A', 'draft.md')).toBe('first half, ');
    expect(sentText(model.doGenerateCalls[2]!)).toContain('What people have answered you');
  });

  it('fails by the answer, and nothing of it exists', async () => {
    const { run } = begin(workflow('', 'budget: 100'), write, done);
    await run.go();
    await expect(run.approve('A', { fail: 'too dear' })).rejects.toThrow('A: blocked after 1 attempt: too dear');
    const result = await run.go();
    expect(result.state.nodes.get('A')).toMatchObject({ artifacts: [], usage: { inputTokens: 100 } });
  });
});
