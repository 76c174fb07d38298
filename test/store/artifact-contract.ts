import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { factsOfFile, isContentFile } from '../../lib/store/content.ts';
import { spool } from '../../lib/store/spool.ts';
import type { ArtifactStore, ArtifactVersion } from '../../lib/store/artifact-store.ts';

/** An empty store of a project that has the files of `projectFiles`. */
export interface OpenedArtifacts {
  readonly store: ArtifactStore;
  readonly close: () => Promise<void>;
}

export const projectFiles: ReadonlyMap<string, string> = new Map([
  ['README.md', 'read me'],
  ['docs/a.md', 'a'],
  ['docs/deep/er/ü 漢.md', 'deep'],
  ['docs2/b.md', 'b'],
]);

const version: ArtifactVersion = { run: '20260131T100000-aaaa', node: 's02-ask', round: 1 };

/** What every store of artifacts must do. Called once for each kind of store. */
export function artifactContract(open: () => Promise<OpenedArtifacts>): void {
  let opened: OpenedArtifacts;
  let store: ArtifactStore;

  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.close());

  async function contents(of: ArtifactVersion, path: string): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const file of await store.list(of, path)) found[file] = text(await store.read(of, file))!;
    return found;
  }

  it('has no versions at first', async () => {
    expect(await store.list(version, 'a.md')).toEqual([]);
    expect(await store.list(version, 'out/')).toEqual([]);
    expect(await store.read(version, 'a.md')).toBeUndefined();
  });

  it('publishes files, and finds them by name and by directory', async () => {
    await store.publish(version, files({ 'out/b.md': 'b', 'a.md': 'a', 'out/deep/c.md': 'c', 'outer/d.md': 'd' }));

    expect(await contents(version, 'a.md')).toEqual({ 'a.md': 'a' });
    expect(await store.list(version, 'out/')).toEqual(['out/b.md', 'out/deep/c.md']);
    expect(await contents(version, 'out/')).toEqual({ 'out/b.md': 'b', 'out/deep/c.md': 'c' });
    expect(await contents(version, 'out/deep/')).toEqual({ 'out/deep/c.md': 'c' });
    for (const none of ['out', 'a.md/', 'out/deep', 'ou', 'x/', 'A.md'])
      expect(await store.list(version, none)).toEqual([]);
    for (const none of ['out', 'out/', 'b.md']) expect(await store.read(version, none)).toBeUndefined();
  });

  it('takes files, and gives pieces', async () => {
    const kept = spool(1000);
    try {
      const large = 'line\n'.repeat(100_000);
      const content = await kept.take(Readable.from([large.slice(0, 10), Buffer.from(large.slice(10))]));
      const small = await kept.take(Readable.from(['small']));
      expect([isContentFile(content), isContentFile(small)]).toEqual([true, false]);
      expect(factsOfFile('out/a.txt', content)).toEqual(factsOfFile('out/a.txt', Buffer.from(large)));
      await store.publish(
        version,
        new Map([
          ['out/a.txt', content],
          ['small', small],
        ]),
      );
      expect(text(await store.read(version, 'out/a.txt'))).toBe(large);
      expect(text(await buffer((await store.open(version, 'out/a.txt'))!))).toBe(large);
      expect(text(await buffer((await store.open(version, 'small'))!))).toBe('small');
    } finally {
      await kept.remove();
    }
    await expect(kept.take(Readable.from(['late']))).rejects.toThrow('the node has ended');
    expect(await store.open(version, 'out/')).toBeUndefined();
    expect(await store.open({ ...version, round: 2 }, 'small')).toBeUndefined();
    expect(text(await buffer((await store.openProject('docs/a.md'))!))).toBe('a');
    expect(await store.openProject('docs/none.md')).toBeUndefined();
    expect(await store.openProject('../README.md')).toBeUndefined();
  });

  it('keeps every byte, empty files and names of all planes', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const names = ['漢字/🙂 é.bin', 'a b+c&d=%41?#.txt', "it's (1)*!.md", '__proto__', '-', 'a..b.md', '.hidden/.x'];
    await store.publish(version, new Map(names.map((name) => [name, bytes])).set('empty', new Uint8Array()));

    for (const name of names) {
      expect(await store.list(version, name)).toEqual([name]);
      expect(Buffer.from((await store.read(version, name))!).equals(bytes)).toBe(true);
    }
    expect((await store.read(version, 'empty'))?.length).toBe(0);
  });

  it('can publish many files, and none', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`out/${i}/file.txt`, `content ${i}`]));
    await store.publish(version, files(many));
    expect(await contents(version, 'out/')).toEqual(many);

    const none = { ...version, node: 'other' };
    await store.publish(none, new Map());
    expect(await store.list(none, 'out/')).toEqual([]);
    await store.publish(none, files(many));
    await store.publish(none, new Map());
    expect(await store.list(none, 'out/')).toEqual([]);
    expect(await store.read(none, 'out/1/file.txt')).toBeUndefined();
  });

  it('keeps runs, nodes and rounds apart', async () => {
    const versions = [version, { ...version, round: 2 }, { ...version, round: 11 }, { ...version, node: 's02' }];
    versions.push({ ...version, run: '20260131T100000-bbbb' });
    for (const [index, one] of versions.entries()) await store.publish(one, files({ 'a.md': `${index}` }));
    for (const [index, one] of versions.entries()) expect(await contents(one, 'a.md')).toEqual({ 'a.md': `${index}` });
  });

  it('replaces a version as a whole', async () => {
    await store.publish(version, files({ 'out/a.md': 'old', 'out/b.md': 'old', thing: 'a file' }));
    await store.publish(version, files({ 'out/a.md': 'new', 'out/c.md': 'new' }));
    expect(await contents(version, 'out/')).toEqual({ 'out/a.md': 'new', 'out/c.md': 'new' });
    expect(await store.read(version, 'out/b.md')).toBeUndefined();
    expect(await store.list(version, 'thing')).toEqual([]);
  });

  it.each(['first', 'second'])('shows nothing of a %s publication that ended half-way', async (which) => {
    if (which === 'second') await store.publish(version, files({ 'out/a.md': 'old', 'out/b.md': 'old' }));
    await expect(store.publish(version, brokenOff({ 'out/a.md': 'new', 'out/c.md': 'new' }))).rejects.toThrow(
      'broke off',
    );

    const whole = which === 'second' ? [{}, { 'out/a.md': 'old', 'out/b.md': 'old' }] : [{}];
    expect(whole).toContainEqual(await contents(version, 'out/'));

    await store.publish(version, files({ 'out/c.md': 'newest' }));
    expect(await contents(version, 'out/')).toEqual({ 'out/c.md': 'newest' });
  });

  const outside = [
    '../x',
    '/etc/x',
    'a/../../x',
    'a/..',
    '..',
    '.',
    '',
    'a//b',
    './a',
    'a/./b',
    'C:\\x',
    'c:x',
    'a\0b',
  ];
  outside.push(
    'a\\..\\..\\x',
    '..\\x',
    '/',
    'a/',
    '.workflow/state.json',
    '.Workflow/runs/x/journal.jsonl',
    '.workflow',
  );

  it.each(outside)('refuses to publish %j, and all that comes with it', async (path) => {
    await expect(store.publish(version, files({ 'a.md': 'a', [path]: 'x' }))).rejects.toThrow(/project|records/);
    expect(await store.list(version, 'a.md')).toEqual([]);
    expect(await store.list(version, path)).toEqual([]);
    expect(await store.read(version, path)).toBeUndefined();
    expect(await store.readProject(path)).toBeUndefined();
  });

  it.each([
    ['n'.repeat(256), / is too long for the name of a file$/],
    [`out/${'ü'.repeat(128)}`, / is too long for the name of a file$/],
    [`${'deep/'.repeat(160)}x`, / is too long for the name of a file$/],
    ['out/\ud800.md', /^'out\/\ufffd\.md' holds half a character$/],
  ])('refuses a name that no disk takes', async (path, message) => {
    await expect(store.publish(version, files({ [path]: 'x' }))).rejects.toThrow(message);
    await store.publish(version, files({ ['n'.repeat(255)]: 'x' }));
    expect(await store.list(version, 'n'.repeat(255))).toHaveLength(1);
  });

  it('refuses a file that would also be a folder', async () => {
    const both = files({ 'out/a': 'file', 'out/a/b/c': 'in a folder' });
    await expect(store.publish(version, both)).rejects.toThrow(
      "'out/a' cannot be a file and the folder of 'out/a/b/c'",
    );
  });

  it.each(['..', '../x', '', '.x', 'a/b', 'r'.repeat(81)])('knows nothing of a run called %j', async (run) => {
    expect(await store.list({ ...version, run }, 'a.md')).toEqual([]);
    expect(await store.read({ ...version, run }, 'a.md')).toBeUndefined();
    expect(await store.readRunFile(run, 'report.md')).toBeUndefined();
    await expect(store.publish({ ...version, run }, files({ 'a.md': 'a' }))).rejects.toThrow('not the id of a run');
    await expect(store.writeRunFile(run, 'report.md', bytes('x'))).rejects.toThrow('not the id of a run');
  });

  describe("the project's own files", () => {
    it('are found by name and by directory', async () => {
      expect(await store.listProject('README.md')).toEqual(['README.md']);
      expect(await store.listProject('docs/')).toEqual(['docs/a.md', 'docs/deep/er/ü 漢.md']);
      expect(text(await store.readProject('docs/deep/er/ü 漢.md'))).toBe('deep');
    });

    it.each(['docs', 'doc/', 'README.md/', 'nothing.md', '../', 'docs/../README.md'])(
      'do not include %j',
      async (path) => {
        expect(await store.listProject(path)).toEqual([]);
        expect(await store.readProject(path)).toBeUndefined();
      },
    );
  });

  describe('files of a run', () => {
    it('are written, replaced and read', async () => {
      expect(await store.readRunFile(version.run, 'artifacts/closeout-report.md')).toBeUndefined();
      await store.writeRunFile(version.run, 'artifacts/closeout-report.md', bytes('draft'));
      await store.writeRunFile(version.run, 'artifacts/closeout-report.md', bytes('report'));
      expect(text(await store.readRunFile(version.run, 'artifacts/closeout-report.md'))).toBe('report');
      expect(await store.readRunFile('20260131T100000-bbbb', 'artifacts/closeout-report.md')).toBeUndefined();
    });

    it.each(['../x', '/etc/x', 'a/../../x', ''])('are never %j', async (path) => {
      await expect(store.writeRunFile(version.run, path, bytes('x'))).rejects.toThrow(
        'not the path of a file of a run',
      );
      expect(await store.readRunFile(version.run, path)).toBeUndefined();
    });
  });
}

function files(texts: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(texts).map(([path, content]) => [path, bytes(content)]));
}

/** Files of which only the first can be had; their names can be asked for. */
function brokenOff(texts: Readonly<Record<string, string>>): ReadonlyMap<string, Uint8Array> {
  const whole = files(texts);
  const entries = function* (): Generator<[string, Uint8Array]> {
    for (const entry of whole) {
      yield entry;
      throw new Error('broke off');
    }
  };
  return Object.assign(new Map(whole), { entries, [Symbol.iterator]: entries });
}

function bytes(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

function text(content: Uint8Array | undefined): string | undefined {
  return content && new TextDecoder().decode(content);
}
