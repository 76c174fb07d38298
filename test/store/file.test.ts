import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { openFileState } from '../../lib/store/file.ts';
import type { FileStateStore } from '../../lib/store/file.ts';
import { stateContract } from './state-contract.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { TemporaryFolder } from './temporary-folder.ts';

const run = '20260131T100000-aaaa';

let folder: TemporaryFolder;
let stores: FileStateStore[];

beforeEach(async () => {
  folder = await temporaryFolder();
  stores = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const store of stores) await store.close();
  await folder.remove();
});

async function openStore(options?: Parameters<typeof openFileState>[2]): Promise<FileStateStore> {
  const store = await openFileState(folder.path, run, options);
  stores.push(store);
  return store;
}

function journal(id = run): string {
  return join(folder.path, '.workflow', 'runs', id, 'journal.jsonl');
}

async function writeJournal(text: string | Uint8Array, id = run): Promise<void> {
  await mkdir(dirname(journal(id)), { recursive: true });
  await writeFile(journal(id), text);
}

describe('runs in files', () => {
  stateContract(async () => {
    const store = await openStore();
    return {
      store,
      reopen: async () => {
        await store.close();
        return openStore();
      },
      close: () => Promise.resolve(),
    };
  });
});

describe('the journal', () => {
  it('has a line for each write, in their order', async () => {
    const store = await openStore();
    await store.write(run, '#run', { started: 'now' }, 0);
    await store.write(run, 'node#é', { status: 'running' }, 0);
    await store.write(run, 'node#é', { status: 'late' }, 0);
    await store.write(run, 'node#é', { status: 'passed' }, 1);
    expect(await readFile(journal(), 'utf8')).toBe(
      '{"key":"#run","rev":1,"value":{"started":"now"}}\n' +
        '{"key":"node#é","rev":1,"value":{"status":"running"}}\n' +
        '{"key":"node#é","rev":2,"value":{"status":"passed"}}\n',
    );
  });

  it('counts up to its last whole line, at whatever byte the next one was torn', async () => {
    const first = '{"key":"a","rev":1,"value":{"text":"é 🙂"}}\n';
    const last = Buffer.from('{"key":"a","rev":2,"value":{"text":"漢 \\n 🙂","deep":{"list":[1,2]}}}\n');
    for (let length = 0; length <= last.length; length++) {
      const id = `torn-${length}`;
      await writeJournal(Buffer.concat([Buffer.from(first), last.subarray(0, length)]), id);
      const isWhole = length >= last.length - 1;

      const store = await openFileState(folder.path, id);
      const item = (await store.read(id, ['a'])).get('a')!;
      expect([length, item.rev, item.value['text']]).toEqual(isWhole ? [length, 2, '漢 \n 🙂'] : [length, 1, 'é 🙂']);
      expect(await store.write(id, 'a', { text: 'next' }, item.rev)).toBe(true);
      await store.close();

      const next = `{"key":"a","rev":${item.rev + 1},"value":{"text":"next"}}\n`;
      expect(await readFile(journal(id), 'utf8')).toBe(first + (isWhole ? last.toString() : '') + next);
    }
  });

  it.each([
    ['zeros that a power cut left', '\0'.repeat(64)],
    ['a line that is no item', '{"key":"b"}\n'],
    ['a line that is no JSON', 'oops\n'],
    ['a line that is a number', '7\n'],
  ])('does not count %s at the end', async (_, rest) => {
    await writeJournal(`{"key":"a","rev":1,"value":{}}\n${rest}`);
    const store = await openStore();
    expect(await store.readAll(run)).toEqual(new Map([['a', { rev: 1, value: {} }]]));
    expect(await readFile(journal(), 'utf8')).toBe('{"key":"a","rev":1,"value":{}}\n');
  });

  it.each([
    ['no JSON', 'oops', 'line 2 is damaged'],
    ['empty', '', 'line 2 is damaged'],
    ['no item', '{"key":"a","rev":"2","value":{}}', 'line 2 is damaged'],
    ['without a value', '{"key":"a","rev":2,"value":null}', 'line 2 is damaged'],
    ['of a revision left out', '{"key":"a","rev":3,"value":{}}', "line 2 has revision 3 of 'a', which follows 1"],
    ['of the same revision', '{"key":"a","rev":1,"value":{}}', "line 2 has revision 1 of 'a', which follows 1"],
  ])('is refused, with its name, when a line in the middle is %s', async (_, line, message) => {
    const text = `{"key":"a","rev":1,"value":{}}\n${line}\n{"key":"b","rev":1,"value":{}}\n`;
    await writeJournal(text);
    await expect(openFileState(folder.path, run)).rejects.toThrow(`${journal()}: ${message}`);
    await expect(openFileState(folder.path, run, { onUnwritable: () => {} })).rejects.toThrow(message);
    expect(await readFile(journal(), 'utf8')).toBe(text);
  });

  it('of a newer format is refused for what it is', async () => {
    const text = '{"journal":2}\nwhatever comes then\n';
    await writeJournal(text);
    const why = `${journal()} was written by a newer stepwright (format 2 of journals; this one reads the first)`;
    await expect(openFileState(folder.path, run)).rejects.toThrow(why);
    expect(await readFile(journal(), 'utf8')).toBe(text);
  });

  it('is read again each time when another process writes it', async () => {
    const other = '20260131T110000-bbbb';
    const store = await openStore();
    await writeJournal('{"key":"#run","rev":1,"value":{"started":"x"}}\n{"key":"a","rev":1,"val', other);
    expect(await store.runs()).toEqual([other]);
    expect([...(await store.readAll(other)).keys()]).toEqual(['#run']);
    await appendFile(journal(other), 'ue":{}}\n');
    expect([...(await store.readAll(other)).keys()]).toEqual(['#run', 'a']);
  });

  it('does not hide from the list by being damaged', async () => {
    await writeJournal('oops\noops\n');
    await mkdir(join(folder.path, '.workflow/runs/20260101T000000-empty'));
    await mkdir(join(folder.path, '.workflow/runs/.hidden'));
    await writeFile(join(folder.path, '.workflow/runs/file'), 'no run');
    const store = await openFileState(folder.path, '20270101T000000-next');
    stores.push(store);
    expect(await store.runs()).toEqual([run]);
    await expect(store.readAll(run)).rejects.toThrow('line 1 is damaged');
  });
});

describe('a write', () => {
  it('is told to be safe only after the disk has said so, and shares that with others', async () => {
    const store = await openStore();
    const synced = jest.spyOn(await fileHandlePrototype(), 'datasync');
    const disk = Promise.withResolvers<undefined>();
    synced.mockImplementationOnce(() => disk.promise);

    const done: string[] = [];
    const writes = Array.from({ length: 200 }, (_, i) =>
      store.write(run, `a${i}`, {}, 0).then(() => done.push(`a${i}`)),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(done).toEqual([]);
    disk.resolve(undefined);
    await Promise.all(writes);

    expect(done).toHaveLength(200);
    expect(synced.mock.calls.length).toBe(2);
    expect((await readFile(journal(), 'utf8')).split('\n')).toHaveLength(201);
  });

  it('fails when the disk does, and so does every later one', async () => {
    const store = await openStore();
    await store.write(run, 'a', { text: 'safe' }, 0);
    jest.spyOn(await fileHandlePrototype(), 'datasync').mockRejectedValueOnce(diskFull());

    const both = await Promise.allSettled([store.write(run, 'b', {}, 0), store.write(run, 'c', {}, 0)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(store.write(run, 'd', {}, 0)).rejects.toThrow('no space left');
  });

  it('calls back who follows, when it is safe and only if it was written', async () => {
    const store = await openStore();
    const calls: string[] = [];
    const end = store.onWrite((...call) => calls.push(call.join(' ')));
    await store.write(run, 'a', {}, 0);
    await store.write(run, 'a', {}, 0);
    await store.write(run, 'a', {}, 1);
    end();
    await store.write(run, 'a', {}, 2);
    expect(calls).toEqual([`${run} a`, `${run} a`]);
  });

  it('that was told to be safe is there after the process was killed', async () => {
    const file = JSON.stringify(new URL('../../lib/store/file.ts', import.meta.url).href);
    const child = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `const { openFileState } = await import(${file});
       const store = await openFileState(${JSON.stringify(folder.path)}, '${run}');
       for (let i = 0; ; i++) { await store.write('${run}', 'a' + i, { i }, 0); console.log(i); }`,
    ]);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.split('\n').length > 50) child.kill('SIGKILL');
    });
    await once(child, 'close');

    const told = said.split('\n').slice(0, -1).map(Number);
    expect(told.length).toBeGreaterThan(49);
    const found = await (await openStore()).readAll(run);
    expect(told.filter((i) => found.get(`a${i}`)?.value['i'] !== i)).toEqual([]);
  });
});

describe('records that cannot be written', () => {
  it('stop the start', async () => {
    await writeFile(join(folder.path, '.workflow'), 'in the way');
    await expect(openFileState(folder.path, run)).rejects.toThrow(/EEXIST|ENOTDIR/);
  });

  it('let the run go on in memory, with one warning, where that is wanted', async () => {
    await writeFile(join(folder.path, '.workflow'), 'in the way');
    const warnings: unknown[] = [];
    const store = await openStore({ onUnwritable: (error) => warnings.push(error) });
    expect(await store.write(run, 'a', { text: 'one' }, 0)).toBe(true);
    expect(await store.write(run, 'a', { text: 'late' }, 0)).toBe(false);
    expect(await store.write(run, 'a', { text: 'two' }, 1)).toBe(true);
    expect(await store.readAll(run)).toEqual(new Map([['a', { rev: 2, value: { text: 'two' } }]]));
    expect(warnings).toHaveLength(1);
  });

  it('in the middle of a run let it go on likewise', async () => {
    const warnings: unknown[] = [];
    const store = await openStore({ onUnwritable: (error) => warnings.push(error) });
    await store.write(run, 'a', { text: 'one' }, 0);
    jest.spyOn(await fileHandlePrototype(), 'datasync').mockRejectedValueOnce(diskFull());
    expect(await store.write(run, 'a', { text: 'two' }, 1)).toBe(true);
    expect(await store.write(run, 'a', { text: 'three' }, 2)).toBe(true);
    expect((await store.read(run, ['a'])).get('a')).toEqual({ rev: 3, value: { text: 'three' } });
    expect(warnings).toEqual([diskFull()]);
  });
});

function diskFull(): Error {
  return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}

async function fileHandlePrototype(): Promise<FileHandle> {
  const handle = await open(import.meta.filename);
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}
