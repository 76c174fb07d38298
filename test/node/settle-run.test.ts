import { settleExecution } from '../../lib/node/settle-execution.ts';
import { HEADER, nodeKey, WORKFLOW } from '../../lib/node/record.ts';
import { startRun } from '../../lib/node/start-run.ts';
import type { RunSkill } from '../../lib/node/deps.ts';
import type { Bench } from './bench.ts';
import { bench, graph, RUN } from './bench.ts';

const never: RunSkill = () => new Promise(() => undefined);
const moment = () => new Promise((resolve) => setTimeout(resolve, 5));

/** The bench starts its runs as this execution. */
const execution = 'local';

async function settle({ deps }: Bench, event: { execution?: string; cancelled?: boolean } = {}): Promise<string> {
  return settleExecution({ run: RUN, execution, cancelled: false, ...event }, deps);
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
    expect(await settleExecution({ run: 'none', execution, cancelled: true }, b.deps)).toBe('nothing');
    expect(await settleExecution({ run: '../x', execution, cancelled: true }, b.deps)).toBe('nothing');
  });

  it('leaves pending what was running when it was cancelled, and no handler of it starts any more', async () => {
    const b = bench(graph('A>C; B>C', {}, 'C'), { skill: never });
    b.visit('A').catch(() => undefined);
    await moment();
    expect(await settle(b, { cancelled: true })).toBe('settled');
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
    await settle(b, { cancelled: true });
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
    expect(await settleExecution({ run: RUN, execution, cancelled: false }, { ...b.deps, state: busy })).toBe(
      'settled',
    );
    const header = (await state.read(RUN, [HEADER])).get(HEADER)!;
    expect(header.value).toMatchObject({ result: 'failed', turns: 0 });
    expect((await state.read(RUN, [nodeKey('A')])).get(nodeKey('A'))!.value['status']).toBe('blocked');
  });
});
