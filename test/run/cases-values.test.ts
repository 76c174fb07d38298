import { setTimeout as wait } from 'node:timers/promises';
import type { RunSkill } from '../../lib/node/deps.ts';
import { bench, RUN } from '../node/bench.ts';
import { observe, sawLast, starts } from './observe.ts';
import { sampleWorkflow } from './sample-workflow.ts';

const pass: RunSkill = () => Promise.resolve({});

describe('condition-typed-compare: values are compared as texts', () => {
  const typed = sampleWorkflow('condition-typed-compare');

  /** Which of the steps ran: a condition that does not hold skips its step. */
  async function ran(input: unknown): Promise<string[]> {
    const { status, exit, state, events } = await observe(typed, { skill: pass, input });
    expect({ status, exit }).toEqual({ status: 'completed', exit: 0 });
    for (const [id, node] of state.nodes) {
      const skipped = { status: 'skipped', reason: 'condition', note: 'condition_false' };
      expect({ id, node }).toMatchObject({ id, node: starts(events).includes(id) ? { status: 'passed' } : skipped });
    }
    return [...state.nodes.keys()].filter((id) => starts(events).includes(id));
  }

  it.each([
    ['the texts "false" and "1"', { flag: 'false', n: '1' }, ['s1', 's3']],
    ['false and the number 1', { flag: false, n: 1 }, ['s2', 's3']],
    ['the text "0"', { flag: '0' }, ['s1', 's4']],
    ['the number 0', { flag: 0 }, ['s1', 's4']],
    ['the empty text', { flag: '' }, ['s2', 's4']],
    ['null', { flag: null }, ['s2', 's4']],
    ['an empty list', { flag: [] }, ['s1', 's4']],
    ['an empty object', { flag: {} }, ['s1', 's4']],
    ['nothing', undefined, ['s2', 's4']],
  ])('%s', async (_, input, expected) => {
    expect((await ran(input)).filter((id) => /^s[1-4]$/.test(id))).toEqual(expected);
  });

  it.each([
    ['s5', { text: 'a == b' }, true],
    ['s5', { text: 'a' }, false],
    ['s6', { words: 'in progress' }, true],
    ['s6', { words: '"in progress"' }, false],
    ['s6', { words: 'In progress' }, false],
    ['s7', {}, true],
    ['s7', { a: false, b: false }, true],
  ])('%s with %j: %s', async (id, input, runs) => {
    expect((await ran(input)).includes(id)).toBe(runs);
  });
});

describe('payload-limit: an output is cut before it is kept', () => {
  const payload = sampleWorkflow('payload-limit');

  it.each([
    ['1000 bytes', 'x'.repeat(1000), `${'x'.repeat(497)}...`],
    ['100,000 bytes', 'x'.repeat(100_000), `${'x'.repeat(497)}...`],
    ['200,000 bytes', 'x'.repeat(200_000), `${'x'.repeat(497)}...`],
    ['262,000 bytes', 'x'.repeat(262_000), `${'x'.repeat(497)}...`],
    ['300,000 bytes', 'x'.repeat(300_000), `${'x'.repeat(497)}...`],
    ['500,000 bytes', 'x'.repeat(500_000), `${'x'.repeat(497)}...`],
    ['100,000 characters of 4 bytes', '\u{1F680}'.repeat(100_000), `${'\u{1F680}'.repeat(497)}...`],
    ['500 characters of 4 bytes', '\u{1F680}'.repeat(500), '\u{1F680}'.repeat(500)],
    ['501 characters', 'x'.repeat(501), `${'x'.repeat(497)}...`],
    ['500 characters between blanks', `\n  ${'x'.repeat(500)}  \n`, 'x'.repeat(500)],
  ])('%s', async (_, output, kept) => {
    const skill: RunSkill = (node) => Promise.resolve(node.id === 'big' ? { output } : {});
    const { status, exit, state, events } = await observe(payload, { skill });
    expect({ status, exit }).toEqual({ status: 'completed', exit: 0 });
    expect(state.context!.get('blob')).toBe(kept);
    expect({ ...sawLast(events, 'use')!.args }).toEqual({ t: kept, u: kept });

    // What passes between states is the answers of the handlers; what is stored is an item for each node.
    const b = bench(payload, { skill });
    for (const node of ['big', 'other', 'use']) {
      expect(Buffer.byteLength(JSON.stringify(await b.visit(node)))).toBeLessThan(200);
    }
    for (const item of (await b.deps.state.readAll(RUN)).values()) {
      expect(Buffer.byteLength(JSON.stringify(item.value))).toBeLessThan(4_000);
    }
  });
});

describe('timeout-values: a limit is enforced', () => {
  const LIMIT = 'timed out after 1s';

  it('on a skill that does not heed its signal', async () => {
    let aborted = false;
    const skill: RunSkill = (node, { signal }) => {
      if (node.id !== 'slow') return Promise.resolve({});
      signal.addEventListener('abort', () => (aborted = true));
      return new Promise(() => undefined);
    };
    const began = Date.now();
    const { status, exit, state, events } = await observe(sampleWorkflow('timeout-values'), { skill });
    expect(Date.now() - began).toBeGreaterThanOrEqual(990);
    expect(Date.now() - began).toBeLessThan(3_000);
    expect(aborted).toBe(true);
    expect({ status, exit }).toEqual({ status: 'partial', exit: 1 });
    expect(starts(events).sort()).toEqual(['own', 'slow']);
    expect([...state.nodes].map(([id, node]) => [id, node.status, node.note])).toEqual([
      ['slow', 'failed', LIMIT],
      ['after', 'skipped', 'upstream_dependency_failed'],
      ['own', 'passed', ''],
    ]);
  });

  it('anew for each retry and each pass of a loop', async () => {
    const yaml = `
name: fresh-limits
version: 1.0.0
nodes:
  - {id: work, skill: s, role: executor, timeout_seconds: 1}
  - {id: check, skill: s, role: validator}
  - {id: close, skill: s, role: closeout}
edges:
  - {from: work, to: check}
  - {from: check, to: work, label: again, kind: on_failure, loop: true}
  - {from: check, to: close, kind: on_pass}
final: close
`;
    const skill: RunSkill = async (node, _context, execution) => {
      if (node.id === 'check') return execution === 1 ? { status: 'failed', note: 'red' } : {};
      if (node.id !== 'work') return {};
      await wait(450);
      if (execution === 1) throw new Error('boom');
      return {};
    };
    const { status, state, events } = await observe(yaml, { skill });
    expect(status).toBe('completed');
    expect(starts(events)).toEqual(['work', 'work', 'check', 'work', 'check', 'close']);
    expect(state.nodes.get('work')).toMatchObject({ status: 'passed', runs: 3, round: 2 });
  });
});

describe('prototype-names', () => {
  it.each(['prototype-names-graph', 'prototype-names-steps'])(
    '%s leave the prototypes of objects alone',
    async (name) => {
      const before = Object.getOwnPropertyNames(Object.prototype);
      const { state } = await observe(sampleWorkflow(name), { skill: () => Promise.resolve({ output: 'made' }) });
      expect(state.nodes.size).toBe(name.endsWith('graph') ? 4 : 3);
      expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
      expect(({} as { x?: unknown }).x).toBeUndefined();
    },
  );

  it('of arguments are keys of their own', async () => {
    const { events } = await observe(sampleWorkflow('prototype-names-steps'), { skill: pass });
    const { args } = sawLast(events, 'a')!;
    expect(Object.keys(args).sort()).toEqual(['__proto__', 'constructor', 'ok']);
    expect(Object.getPrototypeOf(args)).toBeNull();
  });
});
