import { compile } from '../../lib/compile/index.ts';
import type { SkillFacts } from '../../lib/ir/skill-facts.ts';
import { answerNode } from '../../lib/node/human.ts';
import { factsOf } from '../../lib/skills/facts.ts';
import type { ManifestOf } from '../../lib/skills/manifest/schema.ts';
import type { Bench } from './bench.ts';
import { bench, graph, RUN } from './bench.ts';

/** What is known of a skill with these fields. */
function asking(fields: Omit<ManifestOf<'human'>, 'kind'>): (skill: string) => SkillFacts | undefined {
  const manifest = { kind: 'human' as const, ...fields };
  const facts = factsOf({ kind: 'human', name: 's-A', file: 'skill.yaml', root: '.', manifest });
  return (skill) => (skill === 's-A' ? facts : undefined);
}

const nodeOf = async (b: Bench) => (await b.state()).nodes.get('A')!;

const choice = graph('A>B:ship; A>C:hold; B>D; C>D');

describe('a human skill', () => {
  it('asks its question with everything put in', async () => {
    const facts = asking({ question: 'May {{args.what}} go to {{context.place}}, {{input}}?' });
    const b = bench(graph('A>B', { A: { role: 'intake', with: { what: 'it' } } }), { facts, input: { place: 'Rome' } });
    await b.visit('A', { token: 't' });
    expect((await nodeOf(b)).waiting!.question).toBe('May it go to Rome, {"place":"Rome"}?');
  });

  it('fails where something of the question is missing', async () => {
    const b = bench(graph('A>B'), { facts: asking({ question: 'May {{args.what}} go?' }) });
    await expect(b.visit('A', { token: 't' })).rejects.toMatchObject({ name: 'Stepwright.Blocked' });
    expect(await nodeOf(b)).toMatchObject({ note: 'blocked after 1 attempt: the skill needs the argument what' });
  });

  it('offers the labels of its choices, and takes no other one', async () => {
    const yaml = graph('A>B:ship; A>C:hold; A>E:burn; B>D; C>D; E>D', {}, 'D');
    const b = bench(yaml, { facts: asking({ question: 'Well?', choices: ['ship', 'hold'] }) });
    await b.visit('A', { token: 't' });
    expect((await nodeOf(b)).waiting!.labels).toEqual(['ship', 'hold']);
    expect(await answerNode(RUN, 'A', { label: 'burn' }, b.deps)).toMatchObject({
      reason: 'unfit',
      why: "'burn' is none of the choices: ship, hold",
    });
    expect(await answerNode(RUN, 'A', { label: 'ship' }, b.deps)).toMatchObject({ kind: 'accepted' });
    expect(await nodeOf(b)).toMatchObject({ status: 'passed', label: 'ship' });
  });

  it('makes the choice the text where its node offers no labels', async () => {
    const yaml = graph('A>B', { A: { outputs: ['out/a.md'] } });
    const b = bench(yaml, { facts: asking({ question: 'Well?', choices: ['yes', 'no'] }) });
    await b.visit('A', { token: 't' });
    expect(await answerNode(RUN, 'A', { label: 'maybe' }, b.deps)).toMatchObject({ reason: 'unfit' });
    await answerNode(RUN, 'A', { label: 'yes' }, b.deps);
    expect(await nodeOf(b)).toMatchObject({ status: 'passed', note: 'answer: yes', artifacts: ['out/a.md'] });
  });

  it.each([
    [{ label: 'hold' }, {}, { status: 'passed', label: 'hold' }],
    [{ label: 'hold' }, { on_timeout: { label: 'ship' } }, { status: 'passed', label: 'ship' }],
    [{ fail: 'nobody cares' }, {}, { status: 'blocked' }],
  ])('has the default %j, which %j of the node goes before', async (silence, node, ended) => {
    const facts = asking({ question: 'Well?', timeout_seconds: 30, on_timeout: silence });
    const b = bench(
      choice.replace(
        '"id":"A"',
        `"id":"A"${JSON.stringify(node)
          .replace(/^\{(.+)\}$/, ',$1')
          .replace('{}', '')}`,
      ),
      { facts },
    );
    await b.visit('A', { token: 't' });
    const { since, until } = (await nodeOf(b)).waiting!;
    expect(Date.parse(until) - Date.parse(since)).toBe(30_000);
    const later = { ...b.deps, now: () => new Date(Date.now() + 31_000) };
    expect(await answerNode(RUN, 'A', { label: 'ship' }, later)).toMatchObject({ reason: 'late' });
    expect(await nodeOf(b)).toMatchObject(ended);
  });

  it.each([
    [
      { choices: ['ship', 'sell'] },
      /^The skill of ["'`]?A["'`]? offers the choice ["'`]?sell["'`]?, but the node's labels are/i,
    ],
    [{ on_timeout: { label: 'sell' } }, /chooses ["'`]?sell["'`]?, but offered are/],
    [{ on_timeout: {} }, /names neither a label nor a text nor a failure/],
  ])('with %j is an error where its node offers other labels', (fields, message) => {
    const { compiled, diagnostics } = compile(choice, { skill: asking({ question: 'Well?', ...fields }) });
    expect(compiled).toBeUndefined();
    expect(diagnostics.map((found) => found.message)).toContainEqual(expect.stringMatching(message));
  });
});
