import { project } from '../../stack/project.ts';
import type { TemporaryFolder } from '../../store/temporary-folder.ts';
import type { Turn } from './fake-model.ts';
import { finish, modelOfTurns } from './fake-model.ts';
import { environmentOf } from './fake-skill.ts';
import { promptRun } from './run-prompts.ts';

const workflow = `
name: draft
version: 1.0.0
final: end
nodes:
  - { id: A, skill: draft, role: router, outputs: [draft.md], retry: { max: 0 } }
  - { id: B, skill: draft, role: executor }
  - { id: end, skill: draft, role: closeout }
edges:
  - { from: A, to: B, label: yes }
  - { from: A, to: end, label: no }
  - { from: B, to: end }
`;

const write: Turn = { calls: [['write_artifact', { path: 'draft.md', content: 'done' }]] };

/** What the model does, and what the record says then. Nothing else is left of it. */
const failures: readonly (readonly [string, readonly Turn[], RegExp])[] = [
  ['a refusal', [write, { text: 'I cannot.', finish: 'content-filter' }], /: the model refused: I cannot\.$/],
  ['truncation', [write, { text: 'And so', finish: 'length' }], /: the model's answer was cut off after 10 tokens$/],
  [
    'a wrong label',
    [write, finish({ status: 'passed', label: 'maybe' })],
    /the label 'maybe' is not offered; offered are 'yes', 'no'$/,
  ],
  ['no label', [write, finish({ status: 'passed' })], /it names no label; offered are 'yes', 'no'$/],
  ['unfinished outputs', [finish({ status: 'passed', label: 'yes' })], /outputs are not written yet: draft\.md$/],
  ['malformed calls', [write, { calls: [['finish', '{"status": "pas']] }], /finish: the call is malformed: /],
  [
    'calls of tools that there are not',
    [write, { calls: [['bash', {}]] }],
    /bash: the call is malformed: .*unavailable tool/,
  ],
  [
    'writing elsewhere',
    [{ calls: [['write_artifact', { path: '../other.md', content: 'x' }]] }],
    /\.\.\/other\.md is none of the outputs; they are draft\.md$/,
  ],
  ['no end', [write, { text: 'I am done: yes.' }], /it ended without calling finish, saying: I am done: yes\.$/],
];

describe('a prompt that comes to nothing', () => {
  let folder: TemporaryFolder;
  beforeAll(async () => {
    folder = await project({ 'draft/SKILL.md': 'Draft it.\n' });
  });
  afterAll(() => folder.remove());

  it.each(failures)('by %s blocks its node, with evidence and without outputs', async (_name, turns, evidence) => {
    const environment = environmentOf({ model: modelOfTurns(...turns) });
    const run = promptRun(workflow, { source: { dirs: [folder.path] }, environment });
    const result = await run.go();
    expect(result.status).toBe('failed');
    const node = result.state.nodes.get('A')!;
    expect(node).toMatchObject({ status: 'blocked', artifacts: [], attempt: 1, runs: 1 });
    expect(node.note).toMatch(/^blocked after 1 attempt: /);
    expect(node.note).toMatch(evidence);
    expect(node).not.toHaveProperty('label');
    expect(node.usage!.inputTokens).toBeGreaterThan(0);
    expect(await run.artifact(result, 'A', 'draft.md')).toBeUndefined();
    expect(result.state.nodes.get('B')).toMatchObject({ status: 'pending' });
  });
});
