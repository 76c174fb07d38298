import type { RunSkill } from '../../lib/node/deps.ts';
import { bench, RUN } from '../node/bench.ts';
import { observe, sawLast } from './observe.ts';
import { sampleWorkflow } from './sample-workflow.ts';

const pass: RunSkill = () => Promise.resolve({ output: 'done' });

describe('bom-crlf-tab: the form of a file is no part of what it says', () => {
  const plain = `workflow: {name: win, version: 1.0.0}
steps:
  - id: a
    name: a
    command: /a
    output_as: out
    condition: context.k == v
    args:
      tab: "l1\tl2"
      text: |
        l1
        l2
`;
  const windows = plain.replaceAll('\n', '\r\n');

  it.each([
    ['as it is', plain],
    ['with a byte order mark', `\uFEFF${plain}`],
    ['with line ends of Windows', windows],
    ['with both', `\uFEFF${windows}`],
  ])('%s', async (_, yaml) => {
    const { status, state, events, table } = await observe(yaml, { skill: pass, input: { k: 'v' } });
    expect(status).toBe('completed');
    expect(table.nodes.map((node) => [node.id, node.skill])).toEqual([['a', 'a']]);
    expect({ ...sawLast(events, 'a')!.args }).toEqual({ tab: 'l1\tl2', text: 'l1\nl2\n' });
    expect([...state.context!]).toEqual([
      ['k', 'v'],
      ['out', 'done'],
    ]);

    const b = bench(yaml, { skill: pass, input: { k: 'v' } });
    await b.run();
    const record = JSON.stringify([...(await b.deps.state.readAll(RUN))]);
    expect(record).not.toMatch(/\\r|\uFEFF/);
    expect(JSON.stringify(table)).not.toContain('\uFEFF');
    expect(table.nodes[0]!.hash).toBe(bench(plain).deps.workflow.table.nodes[0]!.hash);
  });
});

describe('merge-keys-and-alias-limits', () => {
  it('an anchor may be used many times', async () => {
    const args = ['      a0: &n job', ...Array.from({ length: 150 }, (_, i) => `      a${i + 1}: *n`)];
    const yaml = [
      'workflow: {name: many, version: 1.0.0}',
      'steps:',
      '  - id: s',
      '    command: /x',
      '    args:',
      ...args,
    ];
    const { status, events } = await observe(`${yaml.join('\n')}\n`, { skill: pass });
    expect(status).toBe('completed');
    expect(Object.entries(sawLast(events, 's')!.args)).toEqual(Array.from({ length: 151 }, (_, i) => [`a${i}`, 'job']));
  });

  it('a merged step has its own id and name, and all else of the other', async () => {
    const { table } = await observe(sampleWorkflow('merge-keys'), { skill: pass });
    expect(
      table.nodes.map(({ id, name, skill, onError, timeoutSeconds }) => [id, name, skill, onError, timeoutSeconds]),
    ).toEqual([
      ['a', 'a', 'a', 'continue', 30],
      ['b', 'b', 'a', 'continue', 30],
      ['c', 'c', 'a', 'continue', 30],
    ]);
  });
});

describe('number-like-ids', () => {
  it('are listed in the order of the file, also where an object would sort them', async () => {
    const { state, table } = await observe(sampleWorkflow('number-like-ids'), { skill: pass });
    const ids = ['1', '01', '2', '1e3', 'true', '10'];
    expect([...state.nodes.keys()]).toEqual(ids);
    expect(table.nodes.map((node) => node.id)).toEqual(ids);
    expect(new Set(table.nodes.map((node) => node.slug)).size).toBe(ids.length);
  });
});
