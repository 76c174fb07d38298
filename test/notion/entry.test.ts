import type { WorkflowTable } from '../../lib/ir/table.ts';
import type { NodeState, RunState } from '../../lib/node/assemble.ts';
import { entryOf } from '../../lib/notion/entry.ts';

const table = { name: 'weekly-review', version: '2.0.0', client: 'Acme' } as WorkflowTable;

function node(status: NodeState['status'], at: string | null = null, note = ''): NodeState {
  return { status, at, note, artifacts: [] };
}

const state: RunState = {
  run: '20260105-090000-abc123',
  workflow: 'weekly-review',
  version: '1.9.0',
  started: '2026-01-05T09:00:00.000Z',
  current: [],
  nodes: new Map([
    ['a', node('passed', '2026-01-05T09:00:01.000Z')],
    ['b', node('failed', '2026-01-05T09:00:09.000Z', 'the later one')],
    ['c', node('failed', '2026-01-05T09:00:03.000Z', 'no answer from the calendar')],
    ['d', node('skipped', '2026-01-05T09:00:10.000Z', 'condition_false')],
    ['e', node('pending')],
  ]),
};
const now = new Date('2026-01-05T09:03:00.000Z');

describe('an entry of the log', () => {
  it('of a run that goes on counts what has ended so far', () => {
    expect(entryOf(table, state, { triggeredBy: 'Manual', now })).toEqual({
      run: '20260105-090000-abc123',
      status: 'Running',
      description: 'weekly-review',
      version: '2.0.0',
      steps: { count: 5, completed: 1, failed: 2, skipped: 1 },
      started: '2026-01-05T09:00:00.000Z',
      triggeredBy: 'Manual',
      error: 'no answer from the calendar',
      generated: '2026-01-05T09:03:00.000Z',
      client: 'Acme',
    });
  });

  it('of a run that has ended tells how long it took and its context', () => {
    const ended: RunState = {
      ...state,
      result: 'partial',
      ended: '2026-01-05T09:02:34.000Z',
      context: new Map([['k', 'v']]),
    };
    const entry = entryOf(table, ended, { triggeredBy: 'API', client: 'Other', now });
    expect(entry).toMatchObject({ status: 'Completed', duration: '2m 34s', context: '{"k":"v"}', client: 'Other' });
    expect(entry.error).toBe('no answer from the calendar');
  });

  it.each([
    ['completed', 'Completed'],
    ['failed', 'Failed'],
    ['cancelled', 'Cancelled'],
    ['skipped', 'Cancelled'],
  ] as const)('says of a run that is %s: %s', (result, status) => {
    expect(entryOf(table, { ...state, result }, { triggeredBy: 'Schedule', now }).status).toBe(status);
  });

  it('cuts a context to what a property takes, between characters', () => {
    const context = new Map([['k', `${'x'.repeat(1993)}🚀 and more`]]);
    const { context: text } = entryOf(table, { ...state, context }, { triggeredBy: 'Manual', now });
    expect(text).toBe(`{"k":"${'x'.repeat(1993)}`);
  });
});
