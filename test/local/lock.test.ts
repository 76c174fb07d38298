import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { holderOf, takeLock } from '../../lib/local/lock.ts';
import { isAlive, processMark } from '../../lib/local/process-mark.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import type { Reply } from './lock-worker.ts';

interface Worker {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ask: (line: string) => Promise<Reply>;
  readonly kill: () => Promise<void>;
}

const workers: Worker[] = [];

async function worker(): Promise<Worker> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'lock-worker.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const made: Worker = {
    child,
    pid: child.pid!,
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const answer = (await lines.next()) as { readonly value: string };
      return JSON.parse(answer.value) as Reply;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
  workers.push(made);
  return made;
}

describe('the lock of a run', () => {
  let folder: TemporaryFolder;
  let path: string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    path = join(folder.path, 'lock');
  });

  afterEach(async () => {
    for (const { kill } of workers.splice(0)) await kill();
    await folder.remove();
  });

  it('is held by one at a time, and leaves nothing behind', () => {
    const first = takeLock(path);
    if (first.kind !== 'held') throw new Error('not held');
    expect(holderOf(path)?.pid).toBe(process.pid);
    expect(takeLock(path)).toEqual({
      kind: 'refused',
      holder: { pid: process.pid, since: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    first.release();
    expect(existsSync(path)).toBe(false);
    expect(holderOf(path)).toBeUndefined();
    expect(takeLock(path).kind).toBe('held');
  });

  it('of another process is refused while that lives, and taken over when it was killed', async () => {
    const other = await worker();
    expect((await other.ask(`take ${path} 0`)).kind).toBe('held');
    expect(takeLock(path)).toMatchObject({ kind: 'refused', holder: { pid: other.pid } });
    await other.kill();
    expect(holderOf(path)).toBeUndefined();
    expect(takeLock(path).kind).toBe('held');
  });

  it('left behind goes to one of two processes that find it in the same moment, twenty times', async () => {
    const [a, b] = await Promise.all([worker(), worker()]);
    const dead = await worker();
    await dead.kill();
    for (let round = 0; round < 20; round++) {
      const lock = join(folder.path, `lock-${round}`);
      const left = { claim: 'left', over: null, pid: dead.pid, since: '2026-01-01T00:00:00.000Z' };
      writeFileSync(lock, `\n${JSON.stringify(left)}\n`);
      const at = Date.now() + 20;
      const answers = await Promise.all([a, b].map((one) => one.ask(`take ${lock} ${at}`)));
      expect(answers.map(({ kind }) => kind).sort()).toEqual(['held', 'refused']);
      const winner = answers[0]!.kind === 'held' ? a : b;
      expect(answers.find(({ kind }) => kind === 'refused')!.holder!.pid).toBe(winner.pid);
      await Promise.all([a.ask('release'), b.ask('release')]);
      expect(existsSync(lock)).toBe(false);
    }
  }, 30_000);

  it('of a process whose number another one has now counts as left behind', () => {
    const mark = processMark(process.pid) ?? 'none';
    const claim = (of: string) => ({
      claim: 'a',
      over: null,
      pid: process.pid,
      since: '2026-01-01T00:00:00.000Z',
      mark: of,
    });
    writeFileSync(path, `\n${JSON.stringify(claim(mark))}\n`);
    expect(takeLock(path).kind).toBe('refused');
    writeFileSync(path, `\n${JSON.stringify(claim(`${mark}1`))}\n`);
    // Where the system does not tell when a process started, a process of that number is taken for the holder.
    expect(takeLock(path).kind).toBe(mark === 'none' ? 'refused' : 'held');
  });

  it('passes over a line that was torn, and claims that came too late', () => {
    const late = { claim: 'late', over: 'somebody', pid: process.pid, since: '2026-01-01T00:00:00.000Z' };
    writeFileSync(path, `\n${JSON.stringify(late)}\n{"claim":"torn","ov`);
    const lock = takeLock(path);
    expect(lock.kind).toBe('held');
    expect(readFileSync(path, 'utf8')).toContain(`"pid":${process.pid}`);
  });
});

describe('a process', () => {
  it('that has ended is not alive, even before its parent has asked for it', async () => {
    // The inner process ends at once, and the outer one never asks for it.
    const child = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 20'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [text] = (await once(child.stdout, 'data')) as [Buffer];
      const pid = Number(text.toString());
      while (isAlive(pid, undefined)) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(isAlive(child.pid!, undefined)).toBe(true);
      expect(isAlive(child.pid!, processMark(child.pid!))).toBe(true);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
});
