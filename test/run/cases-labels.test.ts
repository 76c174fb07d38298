import { compile } from '../../lib/compile/index.ts';
import type { RunSkill } from '../../lib/node/deps.ts';
import { observe, starts } from './observe.ts';
import { sampleWorkflow } from './sample-workflow.ts';

/** Lets one node end as given, and all others pass. */
const only =
  (id: string, result: unknown): RunSkill =>
  (node) =>
    Promise.resolve(node.id === id ? result : {});

describe('loop-limit-count: how often a loop may be taken is read from its label', () => {
  const gate = (label: string | undefined) =>
    JSON.stringify({
      name: 'loop-limit',
      version: '1.0.0',
      nodes: [
        { id: 'build', skill: 's-build', role: 'executor' },
        { id: 'check', skill: 's-check', role: 'validator' },
        { id: 'close', skill: 's-close', role: 'closeout' },
      ],
      edges: [
        { from: 'build', to: 'check' },
        { from: 'check', to: 'close', label: 'ok', kind: 'on_pass' },
        { from: 'check', to: 'build', ...(label !== undefined && { label }), kind: 'on_failure', loop: true },
      ],
      final: 'close',
    });
  const never = only('check', { status: 'failed', note: 'red' });

  it.each([
    [undefined, 2],
    ['needs rework', 2],
    ['max 1', 1],
    ['retry 3x', 3],
    ['up to 10 times', 10],
    ['max 0 retries', 0],
    ['max 3 attempts', 3],
    ['max 3 retries', 3],
    ['v2 draft rejected', 2],
    ['step 4 failed, max 3', 3],
    ['max three', 2],
    ['max -1', 2],
  ])('%j: %i', async (label, times) => {
    const { status, exit, state, events, table } = await observe(gate(label), { skill: never });
    expect(table.loops.map((loop) => loop.bound)).toEqual([times]);
    expect({ status, exit }).toEqual({ status: 'failed', exit: 1 });
    expect(state.loops?.get('check→build') ?? 0).toBe(times);
    expect(starts(events)).toEqual(Array.from({ length: times + 1 }, () => ['build', 'check']).flat());
    expect(state.nodes.get('build')).toMatchObject({ status: 'passed', runs: times + 1 });
    expect(state.nodes.get('check')).toMatchObject({ status: 'blocked', runs: times + 1 });
    expect(state.nodes.get('check')!.note).toContain(`loop check→build used up ${times} of ${times}`);
    expect(state.nodes.get('close')!.status).toBe('pending');
  });

  it('"max 99999": 99999, with a warning that the history would be too long', () => {
    const { compiled, diagnostics } = compile(gate('max 99999'));
    expect(compiled!.table.loops.map((loop) => loop.bound)).toEqual([99_999]);
    expect(diagnostics).toMatchObject([{ severity: 'warning', message: expect.stringMatching(/history.*events/) }]);
  });
});

describe('router-label-mismatch: an answer is one of the labels or a failure', () => {
  const router = `
name: router-label
version: 1.0.0
nodes:
  - {id: route, skill: s-route, role: router}
  - {id: yes-path, skill: s-yes-path, role: executor}
  - {id: no-path, skill: s-no-path, role: executor}
  - {id: close, skill: s-close, role: closeout}
edges:
  - {from: route, to: yes-path, label: "Yes - ship it"}
  - {from: route, to: no-path, label: "No"}
  - {from: yes-path, to: close}
  - {from: no-path, to: close}
final: close
`;

  it.each(['No', ' No ', '\tNo\n'])('%j takes the label', async (label) => {
    const { status, exit, state, events } = await observe(router, { skill: only('route', { label }) });
    expect({ status, exit }).toEqual({ status: 'completed', exit: 0 });
    expect(starts(events)).toEqual(['route', 'no-path', 'close']);
    expect(state.nodes.get('route')).toMatchObject({ status: 'passed', label: 'No', runs: 1 });
    expect(state.nodes.get('yes-path')).toMatchObject({ status: 'skipped', note: "route took 'No'" });
  });

  it.each([
    ['a text that is no label', { label: 'maybe' }],
    ['a label in another case', { label: 'no' }],
    ['the beginning of a label', { label: 'Yes' }],
    ['an empty text', { label: '' }],
    ['null', { label: null }],
    ['an object without a label', {}],
    ['nothing', undefined],
    ['a list of labels', { label: ['No', 'Yes - ship it'] }],
    ['a name that every object has', { label: 'toString' }],
  ])('%s is retried once, then blocked', async (_, result) => {
    const { status, exit, state, events, history } = await observe(router, { skill: only('route', result) });
    expect({ status, exit }).toEqual({ status: 'failed', exit: 1 });
    expect(starts(events)).toEqual(['route', 'route']);
    expect([...state.nodes].map(([id, node]) => [id, node.status])).toEqual([
      ['route', 'blocked'],
      ['yes-path', 'pending'],
      ['no-path', 'pending'],
      ['close', 'pending'],
    ]);
    const { note } = state.nodes.get('route')!;
    expect(note).toContain('Yes - ship it');
    expect(note).toContain("'No'");
    // The Task fails before any Choice is asked which way to go.
    expect(history.filter((event) => event.type === 'ChoiceStateEntered').map((event) => event.state)).toEqual([
      'started?',
    ]);
    expect(history.flatMap((event) => event.error ?? []).at(-1)).toBe('Stepwright.Blocked');
  });
});

describe('jsonata-injection: labels are compared as texts', () => {
  const hostile = sampleWorkflow('jsonata-injection-graph');

  it.each([
    ['say "hi"\\ $x `y` it\'s {%', 'w1'],
    ['" or true or "', 'w2'],
    ['two\nlines \u2028 \u{1F680}', 'w3'],
  ])('%j leads to %s alone', async (label, node) => {
    const { status, state, events } = await observe(hostile, { skill: only('route', { label }), input: { k: 'x' } });
    expect(status).toBe('completed');
    expect(starts(events)).toEqual(['in', 'route', node, 'close']);
    expect(state.nodes.get('route')!.label).toBe(label);
  });

  it('another answer takes no edge', async () => {
    const { status, exit, state, events } = await observe(hostile, { skill: only('route', { label: 'other' }) });
    expect({ status, exit }).toEqual({ status: 'failed', exit: 1 });
    expect(starts(events)).toEqual(['in', 'route', 'route']);
    expect(state.nodes.get('route')!.status).toBe('blocked');
    for (const id of ['w1', 'w2', 'w3', 'close']) expect(state.nodes.get(id)!.status).toBe('pending');
  });

  it('skip_when compares with the whole text behind its operator', async () => {
    const skill = only('route', { label: 'say "hi"\\ $x `y` it\'s {%' });
    const whole = await observe(hostile, { skill, input: { k: 'x" or true or "x' } });
    expect(whole.state.nodes.get('w1')).toMatchObject({ status: 'skipped', reason: 'skip_when' });
    expect(whole.status).toBe('completed');
  });
});
