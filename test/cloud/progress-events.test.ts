import { progressEvents } from '../../lib/cloud/progress-events.ts';
import type { NodeState, RunState } from '../../lib/node/assemble.ts';
import { bench, graph } from '../node/bench.ts';

const { table } = bench(graph('A>B; A>C; B>D; C>D')).deps.workflow;

function state(nodes: Readonly<Record<string, Partial<NodeState>>>): RunState {
  const pending: NodeState = { status: 'pending', at: null, artifacts: [], note: '' };
  const all = table.nodes.map(({ id }): [string, NodeState] => [id, { ...pending, ...nodes[id] }]);
  return { workflow: 'bench', version: '1.0.0', started: '', run: 'r1', current: [], nodes: new Map(all) };
}

/** Events in short: the id, what happened, and what is told of it. */
function told(before: RunState | undefined, after: RunState): unknown[] {
  return progressEvents(table, before, after).map(({ node, ...rest }) => ({ id: node.id, ...rest }));
}

const at = (second: number) => `2026-01-31T09:30:0${second}.000Z`;
const running = (second: number): Partial<NodeState> => ({ status: 'running', at: at(second), attempt: 1, runs: 1 });

describe('what happened between two looks at a record', () => {
  it('is nothing where nothing changed', () => {
    const seen = state({ A: { status: 'passed', at: at(1), runs: 1 } });
    expect(told(seen, seen)).toEqual([]);
    expect(told(undefined, state({}))).toEqual([]);
  });

  it('has starts, and ends with the time that they took where the start was seen', () => {
    const first = state({ A: { status: 'passed', at: at(1), runs: 1, label: 'on' }, B: running(1) });
    expect(told(undefined, first)).toEqual([
      { id: 'A', kind: 'passed', label: 'on' },
      { id: 'B', kind: 'started', attempt: 1, round: 1 },
    ]);
    const second = state({
      A: { status: 'passed', at: at(1), runs: 1, label: 'on' },
      B: { status: 'passed', at: at(3), runs: 1, attempt: 1 },
      C: { status: 'skipped', at: at(3), note: "A took 'on'", reason: 'branch' },
    });
    expect(told(first, second)).toEqual([
      { id: 'B', kind: 'passed', seconds: 2 },
      { id: 'C', kind: 'skipped', note: "A took 'on'", reason: 'branch' },
    ]);
  });

  it('tells failures that are tried again from those that end it', () => {
    const before = state({ A: running(0), B: running(1), C: running(1) });
    const after = state({
      A: { status: 'failed', at: at(2), runs: 1, attempt: 1, note: 'once' },
      B: { status: 'blocked', at: at(2), runs: 2, attempt: 2, note: 'twice' },
      C: { status: 'failed', at: at(2), runs: 1, attempt: 1, note: 'red', take: 'on_failure' },
    });
    expect(told(before, after)).toEqual([
      { id: 'A', kind: 'failed', evidence: 'once', again: true, explained: false, seconds: 2 },
      { id: 'B', kind: 'failed', evidence: 'twice', again: false, explained: false },
      { id: 'C', kind: 'failed', evidence: 'red', again: false, explained: true, seconds: 1 },
    ]);
  });

  it('has rounds, and people that are waited for once', () => {
    const waiting = { question: 'May it?', since: at(1), until: at(9) };
    const asked = state({ A: { ...running(1), round: 2, runs: 3 }, B: { ...running(1), waiting, note: 'waiting' } });
    expect(told(undefined, asked)).toEqual([
      { id: 'A', kind: 'started', attempt: 1, round: 2 },
      { id: 'B', kind: 'waiting', question: 'May it?' },
    ]);
    const renewed = state({ A: { ...running(1), round: 2, runs: 3 }, B: { ...running(2), waiting, note: 'still' } });
    expect(told(asked, renewed)).toEqual([]);
  });
});
