import fc from 'fast-check';
import { compile } from '../../lib/compile/index.ts';
import { runMachine } from '../../lib/local/machine.ts';
import { indexTable } from '../../lib/node/view.ts';
import { runScripted, scriptedHumans } from '../../lib/skills/scripted.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import { anyWorkflow } from '../reference/generate.ts';
import { yamlOf } from '../reference/generated.ts';
import { recordProblems, transitionProblem } from '../../lib/node/invariants.ts';
import { bench, graph, RUN } from './bench.ts';
import { watched } from './watched-store.ts';

describe('the record of any run', () => {
  it('keeps what must hold of it at every write', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorkflow, async (example) => {
        const script = new Map(Object.entries(example.script));
        const { compiled } = compile(yamlOf(example), scriptedHumans(script));
        const workflow = indexTable(compiled!.table);
        const { store, problems } = watched(memoryState(), workflow);
        await runMachine({
          asl: compiled!.asl,
          run: 'r1',
          ...(example.input !== undefined && { input: example.input }),
          sleep: () => Promise.resolve(),
          deps: {
            workflow,
            state: store,
            artifacts: memoryArtifacts(),
            runSkill: (node, context, execution) => runScripted(script, node, context, execution),
            now: () => new Date(0),
            log: () => undefined,
          },
        });
        expect(problems).toEqual([]);
      }),
      { numRuns: 200, seed: 20261130 },
    );
  });
});

describe('the check of records', () => {
  const workflow = graph('A>B:left; A>C:right; B>D; C>D; D>A:again!', {}, 'D');

  /** The problems of a finished run's record after one of its items has been changed. */
  async function problemsWith(key: string, change: object): Promise<string[]> {
    const b = bench(workflow, { script: { A: { label: 'left' } } });
    await b.run();
    const items = await b.deps.state.readAll(RUN);
    expect(recordProblems(b.deps.workflow, items)).toEqual([]);
    const { rev, value } = items.get(key) ?? { rev: 0, value: {} };
    return recordProblems(b.deps.workflow, new Map(items).set(key, { rev, value: { ...value, ...change } }));
  }

  it.each([
    ['node#A', { label: 'right' }, ['A is recorded with another label than its outcome left']],
    [
      'node#A',
      { take: 'nowhere' },
      ['A ended with nowhere, which is none of its outcomes', 'B is passed, but no edge into it is taken'],
    ],
    [
      'node#A',
      { status: 'failed', take: undefined, artifacts: ['a.md'] },
      [
        'A is failed, but has artifacts',
        'B is passed, but what it waits for is undecided',
        'D is passed, but what it waits for is undecided',
      ],
    ],
    ['node#D', { round: 2 }, ['D is recorded for round 2 of 1']],
    [
      'node#B',
      { status: 'skipped', take: 'dead', reason: 'branch' },
      ['B was skipped as not live, but an edge into it is taken', 'D is passed, but no edge into it is taken'],
    ],
    [
      '#run',
      { loops: [{ key: 'D→A', count: 3, turn: 1, at: '' }], turns: 3 },
      ['loop D→A was taken 3 times; 2 are allowed'],
    ],
    ['node#X', { status: 'passed' }, ['X is recorded, but the workflow has no such node']],
  ])('notices that %s has %j', async (key, change, problems) => {
    expect(await problemsWith(key, change)).toEqual(problems);
  });

  it('notices steps that no node takes', () => {
    const record = { at: '', epoch: 'e', attempt: 1, runs: 2, round: 1, artifacts: [] };
    expect(transitionProblem({ ...record, status: 'passed' }, { ...record, status: 'running' })).toBe(
      'goes from passed to running in one round',
    );
    expect(
      transitionProblem({ ...record, status: 'passed' }, { ...record, status: 'running', round: 2 }),
    ).toBeUndefined();
    expect(transitionProblem({ ...record, status: 'running', round: 2 }, { ...record, status: 'passed' })).toBe(
      'goes from round 2 back to 1',
    );
    expect(transitionProblem({ ...record, status: 'running' }, { ...record, status: 'passed', runs: 1 })).toBe(
      'has run 2 times, and then 1',
    );
  });
});
