import { check } from '../../lib/compile/check.ts';
import { collisions } from './collisions.ts';
import { differences } from './compare.ts';
import type { Case, GraphFile } from './generated.ts';
import { yamlOf } from './generated.ts';
import { minimise } from './minimise.ts';
import { runProduct } from './product.ts';
import { reference } from './scheduler.ts';

const node = (id: string, rest: object = {}) => ({ id, skill: `do-${id.toLowerCase()}`, role: 'executor', ...rest });

const loop: GraphFile = {
  name: 'loop',
  version: '1.0.0',
  nodes: [node('A'), node('B'), node('X'), node('C')],
  edges: [
    { from: 'A', to: 'B' },
    { from: 'A', to: 'X' },
    { from: 'X', to: 'C' },
    { from: 'B', to: 'C', label: 'done' },
    { from: 'B', to: 'A', label: 'again', loop: true },
  ],
  final: 'C',
};
const again = new Map([['B', [{ label: 'again' }, { label: 'done' }]]]);

describe('the comparison', () => {
  const graph = check(yamlOf({ workflow: loop })).graph!;

  it('tells what differs', async () => {
    const product = await runProduct(yamlOf({ workflow: loop }), again);
    expect(differences(reference(graph, again), product)).toEqual([]);
    expect(differences(reference(graph, new Map()), product)).toEqual([
      'the number of executions of A is 2, expected 1',
      'the number of executions of B is 2, expected 1',
      'how often B→A was taken is 1, expected 0',
    ]);
  });

  it('tells of a stop where none should be', async () => {
    const product = await runProduct(yamlOf({ workflow: loop }), new Map([['X', [{ error: 'boom' }]]]));
    expect(differences(reference(graph, new Map()), product)).toEqual([
      'the result is failed, expected completed',
      'the exit code is 1, expected 0',
      'X (blocked after 2 attempts: boom) is blocked, expected passed',
      'the number of executions of X is 2, expected 1',
      'C () is pending, expected passed',
      'the number of executions of C is 0, expected 1',
    ]);
  });

  it('tells of a stop that did not come', async () => {
    const product = await runProduct(yamlOf({ workflow: loop }), new Map());
    expect(differences(reference(graph, new Map([['X', [{ error: 'boom' }]]])), product)).toEqual([
      'the result is completed, expected failed',
      'the exit code is 0, expected 1',
      'X is passed after 1 (), expected blocked after 2 or failed after 2',
      'C is passed after 1 (), expected pending after 0',
      'nothing stopped the run, expected one of X',
    ]);
  });

  it('tells of what cannot have happened before a stop', async () => {
    const workflow: GraphFile = {
      ...{ name: 'siblings', version: '1.0.0', final: 'J' },
      nodes: [node('X'), node('Y'), node('Z'), node('J')],
      edges: [
        { from: 'X', to: 'J' },
        { from: 'Y', to: 'Z' },
        { from: 'Z', to: 'J' },
      ],
    };
    const script = new Map([['X', [{ error: 'boom' }]]]);
    const expected = reference(check(yamlOf({ workflow })).graph!, script);
    const product = await runProduct(yamlOf({ workflow }), script);
    const told = (y: 'pending' | 'passed', z: 'pending' | 'passed') => ({
      ...product,
      nodes: new Map([
        ...product.nodes,
        ['Y', { status: y, runs: y === 'passed' ? 1 : 0, note: '' }],
        ['Z', { status: z, runs: z === 'passed' ? 1 : 0, note: '' }],
      ]),
    });
    expect(differences(expected, told('pending', 'pending'))).toEqual([]);
    expect(differences(expected, told('passed', 'pending'))).toEqual([]);
    expect(differences(expected, told('passed', 'passed'))).toEqual([]);
    expect(differences(expected, told('pending', 'passed'))).toEqual([
      'Z is passed, and what had to happen before has not',
    ]);
  });

  it('sees skills run at the same time', async () => {
    const { running } = await runProduct(yamlOf({ workflow: loop }), new Map(), { pace: 1 });
    expect(running).toContainEqual(['A']);
    const wide = { ...loop, edges: loop.edges.filter(({ from }) => from !== 'A') };
    const beside = await runProduct(
      yamlOf({ workflow: { ...wide, edges: wide.edges.filter((edge) => !edge.loop) } }),
      new Map(),
      {
        pace: 3,
      },
    );
    expect(Math.max(...beside.running.map((ids) => ids.length))).toBeGreaterThan(1);
  });

  it('tells of skills that must not run at the same time', () => {
    const file = {
      ...loop,
      max_concurrency: 1,
      nodes: [node('A', { outputs: ['d/'] }), node('B', { inputs: ['d/x.md'] }), node('X'), node('C')],
    };
    expect(collisions(file, [['A'], ['A', 'X'], ['A', 'B']])).toEqual([
      '2 nodes ran at the same time, more than max_concurrency allows',
      'B ran while A did, and they have files in common',
    ]);
    expect(collisions(file, [['A'], ['B'], ['X']])).toEqual([]);
  });
});

describe('minimising', () => {
  it('takes away everything that a case does not need', async () => {
    const example: Case = {
      workflow: {
        ...loop,
        nodes: [...loop.nodes, node('D', { weight: 3 })],
        edges: [...loop.edges, { from: 'A', to: 'D' }],
      },
      script: { B: [{ label: 'again' }, { label: 'done' }], X: [{ error: 'flaky' }, {}] },
      input: 'text',
      pace: 5,
    };
    const smallest = await minimise(example, ({ workflow, script }) =>
      Promise.resolve('edges' in workflow && workflow.edges.some((edge) => edge.loop) && script['X'] !== undefined),
    );
    expect(smallest).toEqual({
      workflow: {
        ...{ name: 'loop', version: '1.0.0', final: 'C' },
        nodes: [node('A'), node('B'), node('X'), node('C')],
        edges: [
          { from: 'A', to: 'B' },
          { from: 'B', to: 'A', loop: true },
        ],
      },
      script: { X: [{}] },
    });
  });
});
