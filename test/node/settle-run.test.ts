import type { SettledExecution } from '../../lib/node/settle-execution.ts';
import { runNode } from '../../lib/node/run-node.ts';
import { settleExecution } from '../../lib/node/settle-execution.ts';
import type { Header } from '../../lib/node/record.ts';
import { HEADER, nodeKey, WORKFLOW } from '../../lib/node/record.ts';
import { startRun } from '../../lib/node/start-run.ts';
import { asHeader } from '../../lib/node/view.ts';
import type { RunSkill } from '../../lib/node/deps.ts';
import type { Bench } from './bench.ts';
import { bench, graph, RUN } from './bench.ts';

const never: RunSkill = () => new Promise(() => undefined);
const moment = () => new Promise((resolve) => setTimeout(resolve, 5));

/** The bench starts its runs as this execution. */
const execution = 'local';

interface Settling {
  readonly execution?: string;
  readonly cancelled?: boolean;
  readonly redrive?: number;
  /** Seconds from now. */
  readonly after?: number;
}

async function settling({ deps }: Bench, { after = 0, ...event }: Settling = {}): Promise<SettledExecution> {
  const later = { ...deps, now: () => new Date(Date.now() + after * 1000) };
  return settleExecution({ run: RUN, execution, cancelled: false, ...event }, later);
}

async function settle(b: Bench, event?: Settling): Promise<string> {
  return (await settling(b, event)).kind;
}

async function header({ deps }: Bench): Promise<Header> {
  return asHeader((await deps.state.read(RUN, [HEADER])).get(HEADER)!.value);
}

async function report({ deps }: Bench): Promise<string | undefined> {
  const bytes = await deps.artifacts.readRunFile(RUN, 'artifacts/closeout-report.md');
  return bytes && new TextDecoder().decode(bytes);
}

async function blocked(): Promise<Bench> {
  const b = bench(graph('A>B'), { script: { A: { error: 'boom' } } });
  await expect(b.visit('A')).rejects.toThrow('boom');
  await expect(b.visit('A')).rejects.toThrow('blocked after 2 attempts: boom');
  return b;
}

describe('an execution that ended before it closed its run', () => {
  it('leaves a result and a report', async () => {
    const b = await blocked();
    expect(await settle(b)).toBe('settled');
    expect(await b.state()).toMatchObject({ result: 'failed', current: ['A'] });
    expect(await report(b)).toContain('A is blocked: blocked after 2 attempts: boom');

    const before = await b.deps.state.readAll(RUN);
    expect(await settle(b)).toBe('nothing');
    expect(await b.deps.state.readAll(RUN)).toEqual(before);
  });

  it('changes nothing where another one works on the run, or there is no such run', async () => {
    const b = await blocked();
    await startRun(
      { execution: 'two', name: 'two', input: { stepwright: { run: RUN, was: execution } }, epoch: 'two/0' },
      b.deps,
    );
    const before = await b.deps.state.readAll(RUN);
    expect(await settle(b)).toBe('nothing');
    expect(await b.deps.state.readAll(RUN)).toEqual(before);
    for (const run of ['none', '../x'])
      expect(await settleExecution({ run, execution, cancelled: true }, b.deps)).toEqual({ kind: 'nothing' });
  });

  it('leaves pending what was running when it was cancelled, and no handler of it starts any more', async () => {
    const b = bench(graph('A>C; B>C', {}, 'C'), { skill: never });
    b.visit('A').catch(() => undefined);
    await moment();
    expect(await settle(b, { cancelled: true, after: 361 })).toBe('settled');
    const state = await b.state();
    expect(state.result).toBe('cancelled');
    expect(state.nodes.get('A')).toMatchObject({ status: 'pending', note: 'cancelled', runs: 1 });
    expect(await report(b)).toBeUndefined();
    await expect(b.visit('B')).rejects.toMatchObject({
      name: 'Stepwright.RunStopped',
      message: 'the run has been cancelled',
    });
  });

  it('has no late word on a node that was cancelled under it', async () => {
    let finish: () => void = () => undefined;
    const b = bench(graph('A>B'), { skill: () => new Promise((resolve) => (finish = () => resolve({}))) });
    const visit = b.visit('A');
    await moment();
    await settle(b, { cancelled: true, after: 361 });
    finish();
    await expect(visit).rejects.toMatchObject({ name: 'Stepwright.Late' });
    expect((await b.state()).nodes.get('A')).toMatchObject({ status: 'pending', note: 'cancelled' });
  });

  it('is cancelled, too, where a handler that heard of that has made it fail', async () => {
    const b = bench(graph('A>B'));
    await b.visit('A');
    const { value, rev } = (await b.deps.state.read(RUN, [HEADER])).get(HEADER)!;
    await b.deps.state.write(RUN, HEADER, { ...value, cancelled: value['epoch'] }, rev);
    await expect(b.visit('B')).rejects.toMatchObject({ name: 'Stepwright.RunStopped' });
    expect(await settle(b)).toBe('settled');
    expect((await b.state()).result).toBe('cancelled');
  });

  it('only marks the result of a run of another workflow', async () => {
    const b = await blocked();
    const { value, rev } = (await b.deps.state.read(RUN, [WORKFLOW])).get(WORKFLOW)!;
    const nodes = (value['nodes'] as [string, string][]).map(([id]) => [id, 'other']);
    await b.deps.state.write(RUN, WORKFLOW, { nodes }, rev);
    expect(await settle(b)).toBe('marked');
    expect((await b.state()).result).toBe('failed');
    expect(await report(b)).toBeUndefined();
  });

  it('is settled although the header is written meanwhile', async () => {
    const b = await blocked();
    const { state } = b.deps;
    let rivals = 3;
    const busy = {
      ...state,
      write: async (run: string, key: string, value: Readonly<Record<string, unknown>>, was: number) => {
        if (key !== HEADER || rivals-- <= 0) return state.write(run, key, value, was);
        const header = (await state.read(run, [HEADER])).get(HEADER)!;
        await state.write(run, HEADER, { ...header.value, turns: rivals }, header.rev);
        return state.write(run, key, value, was);
      },
    };
    expect(await settle({ ...b, deps: { ...b.deps, state: busy } })).toBe('settled');
    const header = (await state.read(RUN, [HEADER])).get(HEADER)!;
    expect(header.value).toMatchObject({ result: 'failed', turns: 0 });
    expect((await state.read(RUN, [nodeKey('A')])).get(nodeKey('A'))!.value['status']).toBe('blocked');
  });
});

/** A run whose nodes A and B were begun at the same time, and whose B is blocked. */
async function stoppedBesideA(a: RunSkill): Promise<{ b: Bench; visit: Promise<unknown> }> {
  const skill: RunSkill = (node, context, execution) =>
    node.id === 'A' ? a(node, context, execution) : Promise.reject(new Error('boom'));
  const b = bench(graph('A>C; B>C', { A: { timeout_seconds: 100 } }, 'C'), { skill });
  const visit = b.visit('A').catch((error: unknown) => error);
  await moment();
  await expect(b.visit('B')).rejects.toThrow('boom');
  await expect(b.visit('B')).rejects.toThrow('blocked after 2 attempts: boom');
  return { b, visit };
}

describe('a handler that is at work when its execution ends', () => {
  it('has until the end of its lease, and what it records stands', async () => {
    let finish: () => void = () => undefined;
    const { b, visit } = await stoppedBesideA(() => new Promise((resolve) => (finish = () => resolve({}))));
    const { kind, until } = await settling(b);
    expect(kind).toBe('settled');
    const left = (Date.parse(until!) - Date.now()) / 1000;
    expect(left > 150 && left <= 160).toBe(true);
    expect(await header(b)).toMatchObject({ result: 'failed', provisional: true });
    expect((await b.state()).nodes.get('A')!.status).toBe('running');
    expect(await report(b)).toContain('1 running');

    // Whoever tells it again changes nothing, and hears the same.
    const before = await b.deps.state.readAll(RUN);
    expect(await settling(b)).toEqual({ kind: 'settled', until });
    expect(await b.deps.state.readAll(RUN)).toEqual(before);

    finish();
    await visit;
    expect(await settling(b, { after: 161 })).toEqual({ kind: 'settled' });
    expect((await b.state()).nodes.get('A')!.status).toBe('passed');
    expect((await header(b)).provisional).toBeUndefined();
    expect((await header(b)).result).toBe('failed');
    expect(await report(b)).toContain('1 passed');
    expect(await settle(b, { after: 161 })).toBe('nothing');
  });

  it('has died if it says nothing by then: the node is blocked, and gets a fresh set of attempts', async () => {
    const { b } = await stoppedBesideA(never);
    await settling(b);
    await settling(b, { after: 161 });
    expect((await b.state()).nodes.get('A')).toMatchObject({
      status: 'blocked',
      runs: 1,
      note: 'blocked after 1 attempt: interrupted: the execution ended while it ran',
    });
    expect((await b.state()).current).toEqual(['A', 'B']);
    expect(await report(b)).toContain('A blocked: blocked after 1 attempt: interrupted');
  });

  it('is left alone in a run that was cancelled, and its node is pending if it dies', async () => {
    const { b } = await stoppedBesideA(never);
    const { kind, until } = await settling(b, { cancelled: true });
    expect([kind, typeof until]).toEqual(['settled', 'string']);
    expect(await header(b)).toMatchObject({ result: 'cancelled', provisional: true, cancelled: `${RUN}/0` });
    expect((await b.state()).nodes.get('A')!.status).toBe('running');
    // The event may have been forgotten: the record knows that it was cancelled.
    await settling(b, { after: 161 });
    expect((await header(b)).result).toBe('cancelled');
    expect((await b.state()).nodes.get('A')).toMatchObject({ status: 'pending', note: 'cancelled', runs: 1 });
    expect((await b.deps.state.read(RUN, [nodeKey('A')])).get(nodeKey('A'))!.value).toMatchObject({ attempt: 0 });
  });

  it('is heard, too, where the workflow has changed meanwhile', async () => {
    const { b } = await stoppedBesideA(never);
    const { value, rev } = (await b.deps.state.read(RUN, [WORKFLOW])).get(WORKFLOW)!;
    const nodes = (value['nodes'] as [string, string][]).map(([id]) => [id, 'other']);
    await b.deps.state.write(RUN, WORKFLOW, { nodes }, rev);
    expect(await settling(b)).toMatchObject({ kind: 'marked', until: expect.any(String) });
    expect(await header(b)).toMatchObject({ result: 'failed', provisional: true });
    expect(await settling(b, { after: 161 })).toEqual({ kind: 'marked' });
    expect((await b.state()).nodes.get('A')!.status).toBe('blocked');
  });
});

describe('a node that waits for a person when its execution ends', () => {
  const asking = () => bench(graph('A>B', { A: { human: true, timeout_seconds: 50 } }));

  it('goes on waiting, unless it has waited too long', async () => {
    const b = asking();
    await b.visit('A', { token: 't' });
    expect(await settling(b)).toEqual({ kind: 'settled' });
    expect((await b.state()).nodes.get('A')).toMatchObject({
      status: 'running',
      note: expect.stringMatching(/^waiting/),
    });

    const late = asking();
    await late.visit('A', { token: 't' });
    await settling(late, { after: 51 });
    expect((await late.state()).nodes.get('A')).toMatchObject({
      status: 'blocked',
      note: 'blocked after 1 attempt: nobody answered within 50 seconds',
    });
  });

  it('is left to its next visit where the workflow says what silence means', async () => {
    const b = bench(
      graph('A>B:yes; A>C:no; B>D; C>D', { A: { human: true, timeout_seconds: 50, on_timeout: { label: 'no' } } }),
    );
    await b.visit('A', { token: 't' });
    await settling(b, { after: 51 });
    expect((await b.state()).nodes.get('A')!.status).toBe('running');
  });

  it('waits no more in a run that was cancelled', async () => {
    const b = asking();
    await b.visit('A', { token: 't' });
    expect(await settling(b, { cancelled: true })).toEqual({ kind: 'settled' });
    expect((await b.state()).nodes.get('A')).toMatchObject({ status: 'pending', note: 'cancelled' });
  });
});

describe('an execution that the service has redriven', () => {
  const redriven = { epoch: `${RUN}/1` };

  it('is recorded by the first handler of it, and the end before is of no account any more', async () => {
    const b = await blocked();
    await settle(b);
    expect((await header(b)).result).toBe('failed');
    const { deps } = b;
    const visit = () => runNode({ run: RUN, apply: [], node: 'a', ...redriven }, deps);
    await expect(visit()).rejects.toThrow('boom');
    const taken = await header(b);
    expect(taken).toMatchObject({ owner: execution, epoch: `${RUN}/1` });
    for (const field of ['result', 'ended', 'stopped', 'cancelled'] as const) expect(taken[field]).toBeUndefined();
    expect(await settle(b, { redrive: 0 })).toBe('nothing');
    await expect(visit()).rejects.toThrow('blocked after 2 attempts: boom');
    expect(await settle(b, { redrive: 1 })).toBe('settled');
    expect(await header(b)).toMatchObject({ result: 'failed', stopped: `${RUN}/1` });
  });

  it('is taken up once by handlers that come at the same time', async () => {
    const b = bench(graph('A>C; B>C', {}, 'C'), { script: { A: [{ error: 'x' }, { error: 'x' }, {}] } });
    await expect(b.visit('A')).rejects.toThrow('x');
    await expect(b.visit('A')).rejects.toThrow('x');
    await settle(b);
    await Promise.all(['a', 'b'].map((node) => runNode({ run: RUN, apply: [], node, ...redriven }, b.deps)));
    expect([...(await b.state()).nodes.values()].map(({ status }) => status)).toEqual(['passed', 'pending', 'passed']);
    expect((await header(b)).epoch).toBe(`${RUN}/1`);
  });
});
