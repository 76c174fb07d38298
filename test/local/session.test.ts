import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { compile } from '../../lib/compile/index.ts';
import { executeRun } from '../../lib/local/execute-run.ts';
import { isUnfinished, readRun, recordedRuns } from '../../lib/local/records.ts';
import { newRunId } from '../../lib/local/run-id.ts';
import type { OpenedSession, Session } from '../../lib/local/session.ts';
import { openSession } from '../../lib/local/session.ts';
import { slots } from '../../lib/local/slots.ts';
import { readTimeline } from '../../lib/local/timeline.ts';
import type { RunSkill } from '../../lib/node/deps.ts';
import { indexTable } from '../../lib/node/view.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const source = `name: pair
version: 1.0.0
nodes:
  - {id: a, skill: s, role: executor}
  - {id: b, skill: s, role: closeout}
edges:
  - {from: a, to: b}
final: b
`;

const { asl, table } = compile(source).compiled!;
const workflow = indexTable(table);
const now = () => new Date();

describe('a session', () => {
  let folder: TemporaryFolder;

  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  afterEach(() => folder.remove());

  const open = (run: string): Promise<OpenedSession> =>
    openSession({ root: folder.path, run, workflow, file: 'workflow.yaml', scripted: false, now });

  async function opened(run: string): Promise<Session> {
    const session = await open(run);
    if (session.kind !== 'open') throw new Error(session.kind);
    return session.session;
  }

  const execute = (session: Session, runSkill: RunSkill, cancel = new AbortController().signal) =>
    executeRun({ session, workflow, asl, runSkill, waitBeforeRetry: false, cancel, now });

  const stateOf = (path = '.workflow/state.json') =>
    JSON.parse(readFileSync(join(folder.path, path), 'utf8')) as {
      nodes: Record<string, { status: string }>;
      current: string[];
    };

  it('shows the record in state.json while the run goes on, and at its end', async () => {
    const session = await opened('r1');
    await session.keepOrigin(undefined);
    const seen: string[] = [];
    const result = await execute(session, async (node) => {
      // It follows within 100 ms, and later on a machine that is busy.
      const follows = () => existsSync(join(folder.path, '.workflow/state.json')) && stateOf().current[0] === node.id;
      for (let tries = 0; tries < 100 && !follows(); tries++) await wait(20);
      const { nodes, current } = stateOf();
      seen.push(`${node.id}: ${nodes['a']!.status}, ${nodes['b']!.status}, ${current.join()}`);
    });
    await session.close();
    expect(seen).toEqual(['a: running, pending, a', 'b: passed, running, b']);
    expect(result.status).toBe('completed');
    expect(stateOf()).toEqual(stateOf('.workflow/runs/r1/state.json'));
    expect(stateOf()).toMatchObject({ run: 'r1', result: 'completed', current: [] });
    expect(existsSync(join(folder.path, '.workflow/runs/r1/lock'))).toBe(false);
  });

  it('is the only one that works on its run', async () => {
    const session = await opened('r1');
    expect(await open('r1')).toMatchObject({ kind: 'owned', holder: { pid: process.pid } });
    const other = await opened('r2');
    await other.close();
    await session.close();
    await (await opened('r1')).close();
  });

  it('goes on from what is recorded', async () => {
    const first = await opened('r1');
    await first.keepOrigin(undefined);
    const fails: RunSkill = (node) => (node.id === 'b' ? Promise.reject(new Error('broken')) : Promise.resolve());
    expect((await execute(first, fails)).status).toBe('failed');
    await first.close();
    const recorded = await readRun(folder.path, 'r1');
    expect([recorded!.status, isUnfinished(recorded!)]).toEqual(['failed', true]);
    const second = await opened('r1');
    const ran: string[] = [];
    const result = await execute(second, (node) => Promise.resolve(void ran.push(node.id)));
    await second.close();
    expect([result.status, ran]).toEqual(['completed', ['b']]);
    expect(isUnfinished((await readRun(folder.path, 'r1'))!)).toBe(false);
  });

  it('that is cancelled before anything ran leaves a run to go on with', async () => {
    const session = await opened('r1');
    await session.keepOrigin(undefined);
    const result = await execute(session, () => Promise.reject(new Error('must not run')), AbortSignal.abort());
    await session.close();
    expect([result.status, result.state.current]).toEqual(['cancelled', ['a']]);
    expect((await readRun(folder.path, 'r1'))!.status).toBe('cancelled');
  });

  it('tells when which node ran', async () => {
    const session = await opened('r1');
    let tries = 0;
    await execute(session, (node) => (node.id === 'b' && ++tries === 1 ? Promise.reject(new Error('once')) : wait(20)));
    await session.close();
    appendFileSync(join(folder.path, '.workflow/runs/r1/run.log'), '{"time":"2026');
    const spans = await readTimeline(folder.path, 'r1');
    expect(spans.map(({ node, end }) => `${node} ${end}`)).toEqual(['a passed', 'b failed', 'b passed']);
    expect(spans[0]!.to).toBeGreaterThan(spans[0]!.from);
    expect(await readTimeline(folder.path, '../r1')).toEqual([]);
  });

  it('is found among the records, the newest first, but for a damaged one', async () => {
    for (const run of ['r1', 'r2', 'r3']) {
      const session = await opened(run);
      await session.keepOrigin(undefined);
      await execute(session, () => Promise.resolve());
      await session.close();
    }
    writeFileSync(join(folder.path, '.workflow/runs/r2/journal.jsonl'), 'damaged\ndamaged\n');
    const found: string[] = [];
    for await (const { run } of recordedRuns(folder.path)) found.push(run);
    expect(found).toEqual(['r3', 'r1']);
    await expect(readRun(folder.path, 'r2')).rejects.toThrow('line 1 is damaged');
    for (const none of ['r4', '../r1', '', '.']) expect(await readRun(folder.path, none)).toBeUndefined();
  });
});

describe('slots', () => {
  it('let so much work run at once, in the order in which it came', async () => {
    const slot = slots(2);
    const log: string[] = [];
    const work = (name: string, milliseconds: number) =>
      slot(async () => {
        log.push(`${name} begins`);
        await wait(milliseconds);
        log.push(`${name} ends`);
        if (name === 'a') throw new Error('a fails');
      });
    await Promise.allSettled([work('a', 10), work('b', 60), work('c', 10), work('d', 10)]);
    expect(log).toEqual(['a begins', 'b begins', 'a ends', 'c begins', 'c ends', 'd begins', 'd ends', 'b ends']);
  });
});

describe('the id of a run', () => {
  it('has the time in it, and sorts by that to the millisecond', () => {
    const ids = [0, 1, 35, 36, 999].map((milliseconds) =>
      newRunId(new Date(Date.UTC(2026, 0, 31, 9, 30, 5, milliseconds))),
    );
    expect(ids[0]).toMatch(/^20260131-093005-00[0-9a-z]{4}$/);
    expect(ids.toSorted()).toEqual(ids);
    expect(newRunId(new Date(0))).not.toBe(newRunId(new Date(0)));
  });
});
