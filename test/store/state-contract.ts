import { STARTS } from '../../lib/store/run-id.ts';
import type { ItemValue, StateStore } from '../../lib/store/state-store.ts';

/** A store that is empty when a test gets it, and how to end it. */
export interface OpenedState {
  readonly store: StateStore;
  /** Ends the store and opens what it stored once more; in memory nothing is to be opened. */
  readonly reopen: () => Promise<StateStore>;
  readonly close: () => Promise<void>;
}

const run = '20260131T100000-aaaa';
const noRuns = ['', '.', '..', '../x', 'a/b', 'a b', 'café', '.hidden', 'r'.repeat(81), '2026-01-31T10:00:00Z', 'a\0'];

/** What every store of runs must do. Called once for each kind of store. */
export function stateContract(open: () => Promise<OpenedState>): void {
  let opened: OpenedState;
  let store: StateStore;

  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.close());

  it('has nothing at first', async () => {
    expect(await store.read(run, ['#run', 'node#a'])).toEqual(new Map());
    expect(await store.readAll(run)).toEqual(new Map());
    expect(await store.runs()).toEqual([]);
  });

  it('gives back what was written, with its revision, and only the items asked for', async () => {
    expect(await store.write(run, 'a', { text: 'one' }, 0)).toBe(true);
    expect(await store.write(run, 'b', { text: 'two' }, 0)).toBe(true);
    expect(await store.write(run, 'a', { text: 'three' }, 1)).toBe(true);

    expect(await store.read(run, ['a', 'c'])).toEqual(new Map([['a', { rev: 2, value: { text: 'three' } }]]));
    expect(await store.read(run, [])).toEqual(new Map());
    expect(await store.readAll(run)).toEqual(
      new Map([
        ['a', { rev: 2, value: { text: 'three' } }],
        ['b', { rev: 1, value: { text: 'two' } }],
      ]),
    );
  });

  it('writes nothing when the revision is another one', async () => {
    await store.write(run, 'a', { text: 'one' }, 0);

    expect(await store.write(run, 'a', { text: 'late' }, 0)).toBe(false);
    expect(await store.write(run, 'a', { text: 'early' }, 2)).toBe(false);
    expect(await store.write(run, 'b', { text: 'no such item' }, 1)).toBe(false);
    expect(await store.readAll(run)).toEqual(new Map([['a', { rev: 1, value: { text: 'one' } }]]));
  });

  it('keeps what was written when it is opened again', async () => {
    await store.write(run, '#run', { started: '2026-01-31T10:00:00.000Z' }, 0);
    await store.write(run, 'a', { text: 'one' }, 0);
    await store.write(run, 'a', { text: 'two' }, 1);

    const again = await opened.reopen();

    expect(await again.read(run, ['a'])).toEqual(new Map([['a', { rev: 2, value: { text: 'two' } }]]));
    expect(await again.runs()).toEqual([run]);
    expect(await again.write(run, 'a', { text: 'late' }, 1)).toBe(false);
    expect(await again.write(run, 'a', { text: 'three' }, 2)).toBe(true);
  });

  describe('values', () => {
    const values: readonly (readonly [title: string, value: ItemValue])[] = [
      ['nothing', {}],
      ['every kind of JSON', { text: '', yes: true, no: false, none: null, list: [1, [], {}], map: { a: { b: 'c' } } }],
      ['numbers', { big: 2 ** 53 - 1, huge: 1e300, tiny: 5e-324, fraction: 0.1, negative: -7 }],
      ['texts of all planes', { text: 'é e\u0301 ß 漢字 🙂 \u0000 \u2028 "\\', 'ключ 🙂': '\ud800' }],
      ['names of prototypes', JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 1, "toString": "x"}')],
      ['what looks like an attribute of a table', { S: 'x', N: '1', rev: 7, value: 'v', run: 'r', item: 'i' }],
      ['more than a table takes uncompressed', { text: 'On the one hand. '.repeat(40_000) }],
    ];

    it.each(values)('%s', async (_, value) => {
      await store.write(run, 'a', value, 0);
      const [one, all] = [await store.read(run, ['a']), await (await opened.reopen()).readAll(run)];
      expect(JSON.stringify(one.get('a')?.value)).toBe(JSON.stringify(value));
      expect(JSON.stringify(all.get('a')?.value)).toBe(JSON.stringify(value));
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });

    it('belong to the reader and to the writer alone', async () => {
      const written = { list: ['one'] };
      await store.write(run, 'a', written, 0);
      written.list.push('two');
      const read = (await store.read(run, ['a'])).get('a')!.value as { list: string[] };
      read.list.push('three');
      expect((await store.readAll(run)).get('a')!.value).toEqual({ list: ['one'] });
    });
  });

  describe('keys', () => {
    const keys = ['', '.', '..', '#run', 'node#', '__proto__', 'constructor', 'toString', 'node#a', 'node#A'];
    keys.push('node#é', 'node#e\u0301', 'node#🙂', 'node#10', 'node#2', 'a b', 'a/b', '"', '\\', 'x'.repeat(500));

    it('of every form stay apart', async () => {
      for (const key of keys) expect(await store.write(run, key, { key }, 0)).toBe(true);
      const expected = new Map(keys.map((key) => [key, { rev: 1, value: { key } }]));
      expect(await store.read(run, keys)).toEqual(expected);
      expect(await store.readAll(run)).toEqual(expected);
      expect(await (await opened.reopen()).readAll(run)).toEqual(expected);
    });

    it('may be many at once, some twice and some of items that do not exist', async () => {
      const many = Array.from({ length: 250 }, (_, index) => `node#${index}`);
      await Promise.all(many.map((key) => store.write(run, key, { key }, 0)));
      const found = await store.read(run, [...many, ...many, 'node#250', 'node#x']);
      expect([...found.keys()].sort()).toEqual([...many].sort());
      expect([...found].every(([key, item]) => item.rev === 1 && item.value['key'] === key)).toBe(true);
      expect((await store.readAll(run)).size).toBe(250);
    });
  });

  describe('of 40 writers at the same time', () => {
    const writers = Array.from({ length: 40 }, (_, index) => index);

    it.each([0, 3])('exactly one wins at revision %d', async (rev) => {
      for (let was = 0; was < rev; was++) await store.write(run, 'a', { writer: -1 }, was);
      const won = await Promise.all(writers.map((writer) => store.write(run, 'a', { writer }, rev)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await store.read(run, ['a'])).toEqual(
        new Map([['a', { rev: rev + 1, value: { writer: won.indexOf(true) } }]]),
      );
    });

    it('exactly one wins, even if all write the same', async () => {
      const won = await Promise.all(writers.map(() => store.write(run, 'a', { same: true }, 0)));
      expect(won.filter(Boolean)).toHaveLength(1);
    });

    it('nobody loses a count who tries until it is written', async () => {
      const counted = writers.slice(0, 10).map(async () => {
        for (;;) {
          const item = (await store.read(run, ['count'])).get('count');
          const count = ((item?.value['count'] as number | undefined) ?? 0) + 1;
          if (await store.write(run, 'count', { count }, item?.rev ?? 0)) return;
        }
      });
      await Promise.all(counted);
      expect(await store.read(run, ['count'])).toEqual(new Map([['count', { rev: 10, value: { count: 10 } }]]));
    });
  });

  describe('runs', () => {
    const ids = ['20260131T100000-aaaa', '20260131T100001-aaaa', '20260201T000000-bbbb', '20251231T235959-zzzz'];
    const started = (id: string) =>
      `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 11)}:${id.slice(11, 13)}:${id.slice(13, 15)}.000Z`;

    it('are listed from the newest to the oldest, as many as are wanted', async () => {
      for (const id of ids) await store.write(id, '#run', { run: id, started: started(id) }, 0);
      const newestFirst = [ids[2], ids[1], ids[0], ids[3]];
      expect(await store.runs()).toEqual(newestFirst);
      expect(await store.runs(2)).toEqual(newestFirst.slice(0, 2));
      expect(await store.runs(9)).toEqual(newestFirst);
      expect(await (await opened.reopen()).runs()).toEqual(newestFirst);
    });

    it('are listed once, however often the header is written, and not before it is', async () => {
      await store.write(ids[0]!, 'node#a', { status: 'running' }, 0);
      expect(await store.runs()).toEqual([]);
      for (let was = 0; was < 3; was++) await store.write(ids[0]!, '#run', { started: started(ids[0]!), was }, was);
      expect(await store.runs()).toEqual([ids[0]]);
    });

    it('share no item', async () => {
      await store.write('one', 'a', { run: 1 }, 0);
      expect(await store.write('two', 'a', { run: 2 }, 0)).toBe(true);
      expect(await store.readAll('one')).toEqual(new Map([['a', { rev: 1, value: { run: 1 } }]]));
      expect(await store.read('two', ['a'])).toEqual(new Map([['a', { rev: 1, value: { run: 2 } }]]));
    });

    it('are apart from what is of no single run, which is listed nowhere', async () => {
      await store.write(STARTS, 'key#a', { run: 'one', expires: 1 }, 0);
      expect(await store.write(STARTS, 'lock', { run: 'one' }, 0)).toBe(true);
      expect(await store.write(STARTS, 'lock', { run: 'two' }, 0)).toBe(false);
      expect(await store.read(STARTS, ['lock'])).toEqual(new Map([['lock', { rev: 1, value: { run: 'one' } }]]));
      expect([...(await (await opened.reopen()).readAll(STARTS)).keys()].sort()).toEqual(['key#a', 'lock']);
      expect(await store.runs()).toEqual([]);
      expect(await store.readAll('starts')).toEqual(new Map());
    });

    it.each(noRuns)('do not exist under the name %j, nor can they be made', async (name) => {
      expect(await store.read(name, ['#run', '../journal.jsonl'])).toEqual(new Map());
      expect(await store.readAll(name)).toEqual(new Map());
      await expect(store.write(name, '#run', { started: 'x' }, 0)).rejects.toThrow('not the id of a run');
    });
  });
}
