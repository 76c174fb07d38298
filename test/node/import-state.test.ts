import fc from 'fast-check';
import { compile } from '../../lib/compile/index.ts';
import { toJson } from '../../lib/ir/json.ts';
import { LOCAL_OWNER, runMachine } from '../../lib/local/machine.ts';
import { assemble } from '../../lib/node/assemble.ts';
import type { NodeDeps } from '../../lib/node/deps.ts';
import type { ImportedState } from '../../lib/node/import-state.ts';
import { importState } from '../../lib/node/import-state.ts';
import type { Indexed } from '../../lib/node/view.ts';
import { indexTable } from '../../lib/node/view.ts';
import { runScripted } from '../../lib/skills/scripted.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import type { Item, ItemValue, StateStore } from '../../lib/store/state-store.ts';
import { scriptOf } from '../reference/fuzz.ts';
import type { Case } from '../reference/generated.ts';
import { yamlOf } from '../reference/generated.ts';
import { anyWorkflow } from '../reference/generate.ts';
import { bench, graph } from './bench.ts';

const RUN = 'r1';

function exported(workflow: Indexed, items: ReadonlyMap<string, Item>): string {
  return toJson(assemble(workflow, items), 2);
}

function asItems(values: ReadonlyMap<string, ItemValue>): Map<string, Item> {
  return new Map([...values].map(([key, value]) => [key, { rev: 1, value: JSON.parse(JSON.stringify(value)) }]));
}

function imported(workflow: Indexed, text: string): Extract<ImportedState, { kind: 'imported' }> {
  const result = importState(workflow, text, { newRun: 'new', owner: LOCAL_OWNER });
  if (result.kind === 'refused') throw new Error(`${result.problems.join('; ')}\n${text}`);
  return result;
}

/** The items of a run after each write, while it runs, fails, is cancelled and goes on. */
async function moments(example: Case): Promise<{ workflow: Indexed; items: ReadonlyMap<string, Item>[] }> {
  const script = scriptOf(example);
  const waits = new Set(
    [...script].filter(([, list]) => list.some(({ wait }) => wait !== undefined)).map(([id]) => id),
  );
  const { compiled } = compile(yamlOf(example), { humans: waits });
  const inner = memoryState();
  const seen: ReadonlyMap<string, Item>[] = [];
  const state: StateStore = {
    ...inner,
    write: async (run, key, value, was) => {
      const written = await inner.write(run, key, value, was);
      const items = await inner.readAll(run);
      if (written && items.has('#run')) seen.push(items);
      return written;
    },
  };
  const workflow = indexTable(compiled!.table);
  let time = 0;
  const deps: NodeDeps = {
    workflow,
    state,
    artifacts: memoryArtifacts(),
    runSkill: (node, context, execution) => runScripted(script, node, context, execution),
    now: () => new Date(++time * 1000),
    log: () => undefined,
  };
  const machine = {
    asl: compiled!.asl,
    run: RUN,
    ...(example.input !== undefined && { input: example.input }),
    sleep: () => Promise.resolve(),
  };
  await runMachine({ ...machine, deps });
  // A resume, in which some nodes have other outcomes; it is cancelled at some point.
  const cancel = new AbortController();
  const again: NodeDeps = {
    ...deps,
    cancel: cancel.signal,
    runSkill: (node, context, execution) => {
      if (execution === 3) cancel.abort();
      return runScripted(script, node, context, execution + 1);
    },
  };
  await runMachine({ ...machine, deps: again });
  await runMachine({ ...machine, deps });
  return { workflow, items: seen };
}

describe('a state.json', () => {
  it('gives the items that it was made from, at every moment of every run', async () => {
    let checked = 0;
    await fc.assert(
      fc.asyncProperty(anyWorkflow, async (example) => {
        const { workflow, items } = await moments(example);
        for (const moment of items) {
          const text = exported(workflow, moment);
          const back = imported(workflow, text);
          expect(exported(workflow, asItems(back.items))).toBe(text);
          expect([back.run, back.unknown]).toEqual([RUN, []]);
          checked++;
        }
      }),
      { numRuns: 60, seed: 7 },
    );
    expect(checked).toBeGreaterThan(1000);
  }, 60_000);

  it('of a run that failed goes on where it stopped, once it is imported', async () => {
    const yaml = graph('A>B; B>C:on; B>A:again!; C>D');
    const script = { B: [{ label: 'again' }, { label: 'on' }], C: { error: 'boom' } };
    const first = bench(yaml, { script });
    const { state } = await first.run();
    const second = bench(yaml, { script: { ...script, C: {} } });
    for (const [key, value] of imported(first.deps.workflow, toJson(state)).items) {
      await second.deps.state.write(RUN, key, value, 0);
    }
    const resumed = await second.run();
    expect(resumed.status).toBe('completed');
    const runs = [...resumed.state.nodes].map(([id, node]) => [id, node.runs]);
    expect(runs).toEqual([
      ['A', 2],
      ['B', 2],
      ['C', 3],
      ['D', 1],
    ]);
    expect(resumed.state.loops).toEqual(new Map([['B→A', 1]]));
  });

  it('that another program wrote needs no more than the fields that every state has', () => {
    const { workflow } = bench(graph('A>B:left; A>C:right; B>D; C>D')).deps;
    const text = JSON.stringify({
      workflow: 'bench',
      version: '1.0.0',
      started: '2026-01-31T09:30:00Z',
      nodes: {
        A: { status: 'passed', at: '2026-01-31T09:31:00Z', artifacts: [], note: '', label: 'right' },
        B: { status: 'skipped', at: '2026-01-31T09:31:00Z', artifacts: [], note: "A took 'right'" },
        C: { status: 'pending', at: null, artifacts: [], note: '' },
        D: { status: 'pending', at: null, artifacts: [], note: '', colour: 'red' },
      },
      current: ['C'],
      mood: 'fine',
    });
    const { run, items, unknown } = imported(workflow, text);
    expect([run, unknown]).toEqual(['new', ['mood', 'nodes.D.colour']]);
    const state = assemble(workflow, asItems(items));
    expect(state.current).toEqual(['C']);
    expect(state.nodes.get('A')).toMatchObject({ status: 'passed', take: 'right' });
    expect(state.nodes.get('B')).toMatchObject({ status: 'skipped', take: 'dead' });
  });

  const whole = {
    workflow: 'bench',
    version: '1.0.0',
    started: '2026-01-31T09:30:00Z',
    nodes: { A: { status: 'passed', at: null, label: 'on' }, B: { status: 'pending' }, C: { status: 'pending' } },
  };
  it.each<[string, unknown, readonly string[]]>([
    ['no JSON', '{', [expect.stringMatching(/^it is no JSON: /)]],
    ['no state', [], ['the state must be a map']],
    [
      'without fields',
      {},
      ['workflow must be a text', 'version must be a text', 'started must be a text', 'nodes must be a map'],
    ],
    ['of another workflow', { ...whole, workflow: 'other' }, ['it is of the workflow other, not of bench']],
    [
      'of another version',
      { ...whole, version: '2.0.0' },
      ['it is of version 2.0.0 of the workflow, which is now 1.0.0'],
    ],
    [
      'of other nodes',
      { ...whole, nodes: { A: whole.nodes.A, C: whole.nodes.C, X: whole.nodes.B }, current: ['Y'] },
      ['the workflow has no node X', 'the workflow has no node Y', 'it says nothing of B'],
    ],
    ['of other loops', { ...whole, loops: { 'B→X': 1 } }, ['the workflow has no loop B→X']],
    ['with a bad id', { ...whole, run: '../x' }, ['"../x" can be no run\'s id']],
    [
      'with bad nodes',
      { ...whole, nodes: { A: { status: 'done', at: 'noon', runs: -1 }, B: null, C: whole.nodes.C } },
      [
        'nodes.A.status must be one of pending, running, passed, skipped, failed, blocked',
        'nodes.A.at must be a time',
        'nodes.A.runs must be a whole number',
        'nodes.B must be a map',
      ],
    ],
    [
      'with outcomes that there are not',
      {
        ...whole,
        nodes: {
          ...whole.nodes,
          A: { ...whole.nodes.A, label: 'maybe' },
          B: { status: 'passed', at: null, take: 'up', round: 1 },
        },
      },
      ['A cannot have passed with the label maybe', 'B cannot have taken up'],
    ],
    [
      'with rounds that do not fit the loops',
      {
        ...whole,
        nodes: { ...whole.nodes, A: { ...whole.nodes.A, round: 2 }, B: { status: 'running', asked: 'A→B', at: null } },
      },
      ['A is in round 2, but by the loops that were taken in round 1', 'B cannot ask for the loop A→B'],
    ],
  ])('%s is refused, with every reason', (_, state, problems) => {
    const { workflow } = bench(graph('A>B:on; A>C:off; C>B; B>A:again!', {}, 'B')).deps;
    const text = typeof state === 'string' ? state : JSON.stringify(state);
    expect(importState(workflow, text, { newRun: 'new', owner: LOCAL_OWNER })).toEqual({ kind: 'refused', problems });
  });
});
