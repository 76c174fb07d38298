import { argumentOf } from '../../lib/asl/variables.ts';
import type { RunSkill } from '../../lib/node/deps.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import type { StateStore } from '../../lib/store/state-store.ts';
import type { ScriptFile } from './bench.ts';
import { bench, graph, RUN } from './bench.ts';

const never: RunSkill = () => new Promise(() => undefined);

function status(state: { nodes: ReadonlyMap<string, { status: string }> }): Record<string, string> {
  return Object.fromEntries([...state.nodes].map(([id, node]) => [id, node.status]));
}

describe('a visit to a node', () => {
  it('that has ended answers with the recorded outcome and does not run it again', async () => {
    const b = bench(graph('A>B:left; A>C:right; B>D; C>D'), { script: { A: { label: 'right' } } });
    expect(await b.visit('A')).toEqual({ take: 'right' });
    expect(await b.visit('A', { epoch: 'later/0' })).toEqual({ take: 'right' });
    expect((await b.state()).nodes.get('A')).toMatchObject({
      status: 'passed',
      label: 'right',
      runs: 1,
      note: "took 'right'",
    });
  });

  it('that is not live records it as skipped, naming the branch that was taken', async () => {
    const b = bench(graph('A>B:left; A>C:right; B>D; C>D'), { script: { A: { label: 'right' } } });
    await b.visit('A');
    expect(await b.visit('B')).toEqual({ take: 'dead' });
    expect((await b.state()).nodes.get('B')).toMatchObject({
      status: 'skipped',
      reason: 'branch',
      note: "A took 'right'",
    });
  });

  it('whose edges are undecided records nothing', async () => {
    const b = bench(graph('A>B; B>C'));
    expect(await b.visit('B')).toEqual({ take: 'waiting' });
    expect(status(await b.state())).toEqual({ A: 'pending', B: 'pending', C: 'pending' });
  });

  it('while a second delivery of the same invocation is at work leaves that alone', async () => {
    let runs = 0;
    let finish: () => void = () => undefined;
    const skill: RunSkill = () => new Promise((resolve) => ((finish = () => resolve({})), runs++));
    const b = bench(graph('A>B'), { skill });
    const first = b.visit('A', { visit: 'v1' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(b.visit('A', { visit: 'v1' })).rejects.toMatchObject({ name: 'Stepwright.Unavailable' });
    finish();
    expect(await first).toEqual({ take: 'next' });
    expect(runs).toBe(1);
  });
});

describe('a handler that died', () => {
  it('is a failed attempt: the next one runs the node again', async () => {
    let skill = never;
    const b = bench(graph('A>B'), { skill: (...args) => skill(...args) });
    b.visit('A', { visit: 'v1' }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await b.state()).nodes.get('A')!.status).toBe('running');
    skill = () => Promise.resolve({});
    expect(await b.visit('A', { visit: 'v2' })).toEqual({ take: 'next' });
    expect((await b.state()).nodes.get('A')).toMatchObject({ status: 'passed', attempt: 2, runs: 2, note: 'retry-1' });
  });

  it('at its last attempt blocks the node, or fails a gate, without another run', async () => {
    const b = bench(graph('G>A:bad-; G>B:ok+; A>B'), { skill: never });
    for (const visit of ['v1', 'v2']) {
      b.visit('G', { visit }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await b.visit('G', { visit: 'v3' })).toEqual({ take: 'on_failure' });
    expect((await b.state()).nodes.get('G')).toMatchObject({
      status: 'failed',
      runs: 2,
      note: 'the handler ended without recording a result',
    });

    const plain = bench(graph('A>B'), { skill: never });
    for (const visit of ['v1', 'v2']) {
      plain.visit('A', { visit }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await expect(plain.visit('A', { visit: 'v3' })).rejects.toMatchObject({ name: 'Stepwright.Blocked' });
    expect(status(await plain.state())).toEqual({ A: 'blocked', B: 'pending' });
  });

  it('and writes late is refused by the record of a later attempt', async () => {
    let late: () => void = () => undefined;
    let skill: RunSkill = () => new Promise((resolve) => (late = () => resolve({ label: 'left' })));
    const b = bench(graph('A>B:left; A>C:right; B>D; C>D'), { skill: (...args) => skill(...args) });
    const first = b.visit('A', { visit: 'v1' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    skill = () => Promise.resolve({ label: 'right' });
    expect(await b.visit('A', { visit: 'v2' })).toEqual({ take: 'right' });
    late();
    expect(await first).toEqual({ take: 'right' });
    expect((await b.state()).nodes.get('A')).toMatchObject({ label: 'right', runs: 2 });
  });

  it('of an earlier epoch counts under its own number, and the node is run at least once more', async () => {
    let skill = never;
    const b = bench(graph('A>B'), { skill: (...args) => skill(...args) });
    for (const visit of ['v1', 'v2']) {
      b.visit('A', { visit }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    skill = () => Promise.reject(new Error('boom'));
    await expect(b.visit('A', { visit: 'v3', epoch: `${RUN}.2/0` })).rejects.toMatchObject({
      name: 'Stepwright.Blocked',
    });
    expect((await b.state()).nodes.get('A')).toMatchObject({
      status: 'blocked',
      attempt: 3,
      runs: 3,
      note: 'blocked after 3 attempts: boom',
    });
  });
});

describe('a stop', () => {
  it('keeps the handlers of its epoch from starting, and no later one', async () => {
    const b = bench(graph('A>B; C>B', {}, 'B'), { script: { A: { error: 'boom' } } });
    await expect(b.visit('A')).rejects.toMatchObject({ name: 'Stepwright.AttemptFailed', message: 'boom' });
    await expect(b.visit('A')).rejects.toMatchObject({
      name: 'Stepwright.Blocked',
      message: 'A: blocked after 2 attempts: boom',
    });
    await expect(b.visit('C')).rejects.toMatchObject({ name: 'Stepwright.RunStopped' });
    expect(await b.visit('C', { epoch: `${RUN}.2/0` })).toEqual({ take: 'next' });
  });

  it('leaves a sibling that fails meanwhile failed, without a retry', async () => {
    const b = bench(graph('A>J; B>J', {}, 'J'), {
      script: { A: { error: 'boom' }, B: [{ seconds: 0.05, error: 'late' }] },
    });
    const { status: result, state } = await b.run();
    expect(result).toBe('failed');
    expect(state.nodes.get('A')).toMatchObject({ status: 'blocked', runs: 2 });
    expect(state.nodes.get('B')).toMatchObject({ status: 'failed', runs: 1, note: 'late; no retry after stop' });
    expect(state.current).toEqual(['A', 'B']);
  });

  it('lets a gate that was running give its verdict', async () => {
    const b = bench(graph('A>J; G>F:bad-; G>J:ok+; F>J', {}, 'J'), {
      script: { A: { error: 'boom' }, G: { seconds: 0.05, fail: 'red' } },
    });
    const { state } = await b.run();
    expect(state.nodes.get('G')).toMatchObject({ status: 'failed', take: 'on_failure', note: 'red' });
    expect(status(state)).toMatchObject({ A: 'blocked', F: 'pending', J: 'pending' });
  });
});

describe('a store that fails', () => {
  it('is no attempt: the error is one that the machine retries with patience', async () => {
    const inner = memoryState();
    let broken = true;
    const store: StateStore = {
      ...inner,
      read: (run, keys) => (broken && keys.length > 1 ? Promise.reject(new Error('throttled')) : inner.read(run, keys)),
    };
    const logged: unknown[] = [];
    const b = bench(graph('A>B'), { store, log: (...line) => void logged.push(line) });
    await expect(b.visit('A')).rejects.toMatchObject({ name: 'Stepwright.Unavailable', message: 'throttled' });
    const message = 'the handler has failed, and is called again';
    expect(logged).toEqual([['error', message, { node: 'A', error: 'throttled' }]]);
    broken = false;
    expect(await b.visit('A')).toEqual({ take: 'next' });
    expect((await b.state()).nodes.get('A')).toMatchObject({ attempt: 1, runs: 1 });
  });
});

describe('loops', () => {
  it('are counted once, however many handlers start the round', async () => {
    const b = bench(graph('A>B; B>C:on; B>A:again!'), { script: { B: [{ label: 'again' }, { label: 'on' }] } });
    await b.visit('A');
    expect(await b.visit('B')).toEqual({ take: 'loop-a', round: 1, asks: { l0: 1 }, turns: { r0: 0 } });
    await Promise.allSettled([
      b.visit('A', { apply: [{ r0: 0 }], visit: 'x' }),
      b.visit('A', { apply: [{ r0: 0 }], visit: 'x' }),
    ]);
    const state = await b.state();
    expect(state.loops).toEqual(new Map([['B→A', 1]]));
    expect(state.nodes.get('A')).toMatchObject({ status: 'passed', runs: 2, round: 2 });
    expect(state.nodes.get('B')).toMatchObject({ status: 'pending', note: 'loop B→A, 1 of 2', runs: 1 });
    expect(state.current).toEqual(['B']);
  });

  it('that are asked for after a round was decided on are not taken with it', async () => {
    // B asks; the round is decided on in turn 0; A runs again and B asks once more before C begins the round, too.
    const b = bench(graph('A>B; A>C; B>D; C>D; B>A:b again!; C>A:c again!; D>E', {}, 'E'), {
      script: { B: { label: 'b again' } },
    });
    for (const node of ['A', 'B', 'C']) await b.visit(node);
    await b.visit('A', { apply: [{ r0: 0 }] });
    await b.visit('B');
    await b.visit('C', { apply: [{ r0: 0 }] });
    expect((await b.state()).loops).toEqual(new Map([['B→A', 1]]));
  });

  it('of nodes that ended with a label from a code skill that nobody offered are a failure that lists the labels', async () => {
    const b = bench(graph('A>B:left; A>C:right; B>D; C>D'), { skill: () => Promise.resolve({ label: 'maybe' }) });
    await expect(b.visit('A')).rejects.toMatchObject({
      message: "the label 'maybe' is not offered; offered are 'left', 'right'",
    });
  });
});

describe('retry', () => {
  const runs = async (retry: object, script: ScriptFile, dialect: 'graph' | 'steps' = 'graph') => {
    const steps = { workflow: { name: 'retry', version: '1.0.0' }, steps: [{ id: 'A', command: '/a', retry }] };
    const b = bench(dialect === 'graph' ? graph('A>B', { A: { retry } }) : JSON.stringify(steps), { script });
    const { status: result, state } = await b.run();
    return [result, state.nodes.get('A')!.runs];
  };

  it('replaces the default of either dialect', async () => {
    const twice: ScriptFile = { A: [{ error: '1' }, { error: '2' }, {}] };
    expect(await runs({ max: 2 }, twice)).toEqual(['completed', 3]);
    expect(await runs({ max: 0 }, { A: [{ error: '1' }, {}] })).toEqual(['failed', 1]);
    expect(await runs({ max: 2 }, twice, 'steps')).toEqual(['completed', 3]);
    expect(await runs({ max: 1 }, twice, 'steps')).toEqual(['failed', 2]);
  });

  it('is for the failures that it names', async () => {
    expect(await runs({ max: 3, on: ['timeout'] }, { A: [{ timeout: true }, {}] })).toEqual(['completed', 2]);
    expect(await runs({ max: 3, on: ['timeout'] }, { A: [{ error: 'boom' }, {}] })).toEqual(['failed', 1]);
    expect(await runs({ max: 3, on: ['fail'] }, { A: [{ fail: 'no' }, {}] })).toEqual(['completed', 2]);
  });

  it('stands in the definition with its backoff in whole seconds', () => {
    const retriers = (retry: object) =>
      Object.values(bench(graph('A>B', { A: { retry } })).asl.States).flatMap((state) =>
        state.Type === 'Task' && argumentOf(state, 'node') !== undefined ? [state.Retry!.at(-1)] : [],
      );
    expect(retriers({ max: 4, backoff_seconds: 2.5 })[0]).toEqual({
      ErrorEquals: ['States.ALL'],
      IntervalSeconds: 3,
      BackoffRate: 2,
      MaxAttempts: 5,
    });
    expect(retriers({ max: 4 })[0]).toEqual({
      ErrorEquals: ['States.ALL'],
      IntervalSeconds: 1,
      BackoffRate: 1,
      MaxAttempts: 5,
    });
  });
});
