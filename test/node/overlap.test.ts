import { isUnfinished } from '../../lib/local/records.ts';
import { assemble } from '../../lib/node/assemble.ts';
import { LOCK } from '../../lib/node/overlap.ts';
import { startRun } from '../../lib/node/start-run.ts';
import { openFileState } from '../../lib/store/file.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import { STARTS } from '../../lib/store/run-id.ts';
import type { StateStore } from '../../lib/store/state-store.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import type { ScheduledBench } from './scheduled-bench.ts';
import { scheduledBench } from './scheduled-bench.ts';

interface Opened {
  readonly state: StateStore;
  close(): Promise<void>;
}

const stores: readonly (readonly [string, () => Promise<Opened>])[] = [
  ['in memory', () => Promise.resolve({ state: memoryState(), close: () => Promise.resolve() })],
  [
    'in files',
    async () => {
      const folder = await temporaryFolder();
      const state = await openFileState(folder.path, 'other');
      const close = async () => {
        await state.close();
        await folder.remove();
      };
      return { state, close };
    },
  ],
];

/** Ticks of the minutes 0 to 3, each run of which takes 90 seconds; runs are called after their minutes. */
async function fourMinutes(bench: ScheduledBench): Promise<void> {
  const ends = new Map<number, string>();
  for (let second = 0; second < 4 * 60; second += 30) {
    bench.at(second);
    const over = ends.get(second);
    if (over !== undefined) await bench.finish(over);
    if (second % 60 !== 0) continue;
    const run = `m${second / 60}`;
    if ((await bench.tick(run, second)).take === 'go') ends.set(second + 90, run);
  }
}

describe.each(stores)('a schedule whose runs take longer than its ticks are apart, %s', (_, open) => {
  let opened: Opened;
  const bench = (schedule = '') => scheduledBench(opened.state, schedule);
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  it('skips the ticks that come while a run is going on, and starts again after it', async () => {
    const b = bench();
    await fourMinutes(b);
    expect(await b.runs()).toEqual({ m0: 'completed', m1: 'skipped', m2: 'completed', m3: 'skipped' });
    b.at(240);
    expect(await b.tick('m4', 240)).toEqual({ run: 'm4', take: 'go' });
  });

  it.each([
    ['skip', { go: 1, skipped: 7 }],
    ['queue', { go: 1, queued: 1, skipped: 6 }],
    ['allow', { go: 8 }],
  ])('lets one of eight ticks at the same moment begin with `%s`, and tells each what it is', async (overlap, told) => {
    const b = bench(`, overlap: ${overlap}`);
    const minutes = [0, 1, 2, 3, 4, 5, 6, 7];
    const answers = await Promise.all(minutes.map((minute) => b.tick(`m${minute}`, minute * 60)));
    const counts: Record<string, number> = {};
    for (const { take, why } of answers) counts[why ?? take] = (counts[why ?? take] ?? 0) + 1;
    expect(counts).toEqual(told);
    // Asked again, each says the same.
    expect(await Promise.all(minutes.map((minute) => b.tick(`m${minute}`, minute * 60)))).toEqual(answers);
  });

  it('says the same when it was interrupted behind any of its writes and is asked again', async () => {
    for (let writes = 0; writes < 6; writes++) {
      const state = memoryState();
      let left = writes;
      const broken: StateStore = {
        ...state,
        async write(...args) {
          if (left-- <= 0) throw new Error('the function died');
          return state.write(...args);
        },
      };
      await scheduledBench(broken, '')
        .tick('m0', 0)
        .catch(() => undefined);
      const b = scheduledBench(state, '');
      expect(await b.tick('other', 0)).toMatchObject({ take: writes === 0 ? 'go' : 'lost' });
      expect(await b.tick('m0', 0)).toMatchObject({ take: writes === 0 ? 'lost' : 'go' });
      expect(await b.tick('m1', 60)).toMatchObject({ why: 'skipped' });
    }
  });

  it('leaves of a skipped tick a header and nothing else', async () => {
    const b = bench();
    await b.tick('m0', 0);
    const running = await b.state.readAll('m0');
    b.at(60);
    expect(await b.tick('m1', 60)).toEqual({ run: 'm1', take: 'lost', why: 'skipped' });
    expect([...(await b.state.readAll('m1')).keys()]).toEqual(['#run']);
    expect(await b.header('m1')).toMatchObject({
      result: 'skipped',
      behind: 'm0',
      trigger: 'schedule',
      started: '2026-01-01T00:01:00.000Z',
      ended: '2026-01-01T00:01:00.000Z',
    });
    expect(await b.state.readAll('m0')).toEqual(running);
    const skipped = assemble(b.deps.workflow, await b.state.readAll('m1'));
    const recorded = { header: (await b.header('m1'))!, state: skipped, workflow: b.deps.workflow };
    expect([skipped.current, isUnfinished(recorded)]).toEqual([[], false]);
    // Its own retry says the same, also when the other run has ended.
    expect(await b.tick('m1', 60)).toEqual({ run: 'm1', take: 'lost', why: 'skipped' });
    await b.finish('m0');
    expect(await b.tick('m1', 60)).toEqual({ run: 'm1', take: 'lost', why: 'skipped' });
    expect(await b.start('m1.2', { stepwright: { run: 'm1', was: (await b.header('m1'))!.owner } })).toMatchObject({
      take: 'lost',
    });
  });

  it('starts all of them with `allow`', async () => {
    const b = bench(', overlap: allow');
    await fourMinutes(b);
    expect(await b.runs()).toEqual({ m0: 'completed', m1: 'completed', m2: 'completed', m3: 'running' });
    expect((await b.state.read(STARTS, [LOCK])).size).toBe(0);
  });

  it('starts one run for two deliveries of one tick, whatever the policy', async () => {
    for (const overlap of ['skip', 'allow', 'queue'] as const) {
      const b = bench(`, overlap: ${overlap}`);
      const minute = { skip: 0, allow: 60, queue: 120 }[overlap];
      const names = [1, 2, 3].map((number) => `${overlap}${number}`);
      const answers = await Promise.all(names.map((name) => b.tick(name, minute)));
      expect(answers.map(({ take }) => take).sort()).toEqual(['go', 'lost', 'lost']);
      expect(answers.flatMap(({ why }) => why ?? [])).toEqual(['repeated', 'repeated']);
      const won = names[answers.findIndex(({ take }) => take === 'go')]!;
      // The one that has begun is told so again when its answer was lost; nothing is left of the others.
      expect(await b.tick(won, minute)).toEqual({ run: won, take: 'go' });
      for (const name of names) expect((await b.state.readAll(name)).size).toBe(name === won ? 3 : 0);
      await b.finish(won);
      expect(await b.tick(`${overlap}-late`, minute)).toMatchObject({ take: 'lost', why: 'repeated' });
    }
  });

  it('goes on after a run that has crashed: when it is settled, or else when its longest time is over', async () => {
    const b = bench();
    await b.tick('m0', 0);
    b.at(60);
    await b.tick('m1', 60);
    await b.settled('m1');
    b.at(120);
    expect(await b.tick('m2', 120)).toMatchObject({ why: 'skipped' });
    await b.settled('m0');
    expect(await b.tick('m3', 180)).toMatchObject({ take: 'go' });

    // Nobody settles this one. One step of 300 seconds, two invocations, and what is around them.
    b.at(1800);
    expect(await b.tick('m30', 1800)).toMatchObject({ why: 'skipped' });
    const longest = 1200 + 2 * (300 + 152) + 1;
    b.at(120 + longest - 1);
    expect(await b.tick('m35', 2100)).toMatchObject({ why: 'skipped' });
    b.at(120 + longest);
    expect(await b.tick('m36', 2160)).toMatchObject({ take: 'go' });
    // Late, it takes nothing from the one that has the turn now.
    await b.settled('m3');
    expect(await b.tick('m37', 2220)).toMatchObject({ why: 'skipped' });
  });

  it('keeps the turn of a run that another execution goes on with, and gives back that of one that never began', async () => {
    const b = bench();
    await b.tick('m0', 0);
    const { owner } = (await b.header('m0'))!;
    await b.start('m0.2', { stepwright: { run: 'm0', was: owner } });
    await b.settled('m0');
    expect(await b.tick('m1', 60)).toMatchObject({ why: 'skipped' });
    await b.finish('m0', 'm0.2');

    await b.state.write(STARTS, LOCK, { run: 'm2', until: '2026-01-02T00:00:00.000Z' }, 2);
    expect(await b.tick('m3', 180)).toMatchObject({ why: 'skipped' });
    await b.settled('m2');
    expect(await b.tick('m4', 240)).toMatchObject({ take: 'go' });
  });

  it('goes on after a run that has its result, although the turn was not given back', async () => {
    const b = bench();
    await b.tick('m0', 0);
    const { value, rev } = (await b.state.read('m0', ['#run'])).get('#run')!;
    await b.state.write('m0', '#run', { ...value, result: 'failed' }, rev);
    expect(await b.tick('m1', 60)).toMatchObject({ take: 'go' });
  });

  it('lets people start as many runs as they like', async () => {
    const b = bench();
    await b.tick('m0', 0);
    expect(await b.start('mine', {})).toEqual({ run: 'mine', take: 'go' });
    await b.finish('mine');
    expect(await b.tick('m1', 60)).toMatchObject({ why: 'skipped' });
    // Unless they ask for it.
    expect(await b.start('modest', { stepwright: { overlap: 'skip' } })).toMatchObject({ why: 'skipped' });
  });

  it('lets one tick wait with `queue`, which the end of the run starts, once', async () => {
    const b = bench(', overlap: queue');
    await b.tick('m0', 0);
    expect(await b.tick('m1', 60)).toEqual({ run: 'm1', take: 'lost', why: 'queued' });
    expect(await b.tick('m1', 60)).toEqual({ run: 'm1', take: 'lost', why: 'queued' });
    expect(await b.tick('m2', 120)).toEqual({ run: 'm2', take: 'lost', why: 'skipped' });
    expect(await b.runs()).toEqual({ m0: 'running', m2: 'skipped' });

    b.at(130);
    await b.finish('m0');
    await b.settled('m0');
    expect(new Set(b.asked.map((next) => JSON.stringify(next))).size).toBe(1);
    const { like, name, input } = b.asked[0]!;
    expect(like).toBe((await b.header('m0'))!.owner);
    expect(name).toMatch(/^m1-after-[0-9a-f]{8}$/);
    expect(await b.start(name, input)).toEqual({ run: 'm1', take: 'go' });
    expect(await b.runs()).toEqual({ m0: 'completed', m1: 'running', m2: 'skipped' });
    expect(await b.header('m1')).toMatchObject({ trigger: 'schedule', inTurn: true });

    // The run before has ended for good: nothing of it comes back.
    await b.settled('m0');
    expect(await b.tick('m3', 180)).toMatchObject({ why: 'queued' });
    await b.finish('m1', name);
    expect(b.asked.at(-1)!.name).toMatch(/^m3-after-/);
  });

  it('does not lose a tick that waits when another one comes first, or starting it fails', async () => {
    const b = bench(', overlap: queue');
    await b.tick('m0', 0);
    await b.tick('m1', 60);
    await b.finish('m0');
    // The execution that was asked for is slow to come.
    const [first] = b.asked;
    expect(await b.tick('m2', 120)).toMatchObject({ take: 'go' });
    expect(await b.start(first!.name, first!.input)).toMatchObject({ run: 'm1', why: 'queued' });
    await b.finish('m2');
    const second = b.asked.at(-1)!;
    expect(second.name).not.toBe(first!.name);
    expect(await b.start(second.name, second.input)).toMatchObject({ run: 'm1', take: 'go' });
    await b.finish('m1', second.name);
    expect(await b.runs()).toEqual({ m0: 'completed', m1: 'completed', m2: 'completed' });
    expect((await b.state.read(STARTS, [LOCK])).get(LOCK)!.value).toEqual({});
  });
});

describe('a start with a key', () => {
  it('happens once, and is no business of other keys', async () => {
    const b = scheduledBench(memoryState(), '');
    const input = (key: string) => ({ order: 7, stepwright: { key } });
    expect(await b.start('one', input('k'))).toEqual({ run: 'one', take: 'go' });
    expect(await b.start('two', input('k'))).toEqual({ run: 'two', take: 'lost', why: 'repeated' });
    expect(await b.start('three', input('j'))).toEqual({ run: 'three', take: 'go' });
    expect((await b.state.read('one', ['#input'])).get('#input')!.value).toEqual({ input: { order: 7 } });
    // A long one is kept as its hash, and one that names other things is a key all the same.
    for (const [i, key] of ['x'.repeat(5000), '', 'lock', '#run', '../..', '🙂'.repeat(80)].entries()) {
      expect(await b.start(`a${i}`, input(key))).toMatchObject({ take: 'go' });
      expect(await b.start(`b${i}`, input(key))).toMatchObject({ why: 'repeated' });
    }
    for (const key of (await b.state.readAll(STARTS)).keys()) expect(Buffer.byteLength(key)).toBeLessThan(300);
  });

  it('is the execution itself where the scheduler did not say when a tick was due', async () => {
    const b = scheduledBench(memoryState(), ', overlap: allow');
    const input = {
      stepwright: { schedule: 'overlap', scheduledTime: '<aws.scheduler.scheduled-time>', overlap: 'allow' },
    };
    for (const name of ['one', 'two', 'one']) expect(await b.start(name, input)).toEqual({ run: name, take: 'go' });
    expect((await b.header('one'))!.trigger).toBe('schedule');
  });

  it('takes two ways of writing one time for one tick', async () => {
    const b = scheduledBench(memoryState(), '');
    const input = (scheduledTime: string) => ({ stepwright: { schedule: 'overlap', scheduledTime } });
    expect(await b.start('one', input('2026-02-13T09:00:00Z'))).toMatchObject({ take: 'go' });
    expect(await b.start('two', input('2026-02-13T09:00:00.000+00:00'))).toMatchObject({ why: 'repeated' });
  });

  it('is forgotten by the table after two weeks', async () => {
    const b = scheduledBench(memoryState(), '');
    await b.start('one', { stepwright: { key: 'k' } });
    const { value } = (await b.state.read(STARTS, ['key#k'])).get('key#k')!;
    expect(value).toEqual({ run: 'one', expires: Date.UTC(2026, 0, 15) / 1000 });
  });

  it('starts nothing when the input is wrong, and may come again with a right one', async () => {
    const b = scheduledBench(memoryState(), '');
    const { deps } = b;
    const table = { ...deps.workflow.table, parameters: [{ name: 'day', type: 'string', required: true }] } as const;
    const strict = { ...deps, workflow: { ...deps.workflow, table } };
    const start = (name: string, input: object) =>
      startRun({ execution: name, name, input, epoch: `${name}/0` }, strict);
    await expect(start('one', { stepwright: { key: 'k' } })).rejects.toMatchObject({ name: 'Stepwright.BadInput' });
    expect(await start('two', { day: 'monday', stepwright: { key: 'k' } })).toMatchObject({ take: 'go' });
  });

  it.each([
    [7, 'stepwright in the input must be an object: it is kept for the tools that start runs'],
    [['skip'], 'stepwright in the input must be an object: it is kept for the tools that start runs'],
    [{ overlap: 'skipp' }, 'stepwright.overlap must be one of skip, allow, queue, and is "skipp"'],
    [{ key: 17 }, 'stepwright.key must be a text'],
  ])('starts nothing when nobody can tell how: %j', async (stepwright, why) => {
    const bench = scheduledBench(memoryState(), '');
    await expect(bench.start('one', { stepwright })).rejects.toMatchObject({
      name: 'Stepwright.BadInput',
      message: why,
    });
  });

  it('passes over what later tools may say beside', async () => {
    const bench = scheduledBench(memoryState(), '');
    expect(await bench.start('one', { stepwright: { later: 1, key: 'k' } })).toMatchObject({ take: 'go' });
  });
});
