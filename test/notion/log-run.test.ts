import { compile } from '../../lib/compile/index.ts';
import { closeRun } from '../../lib/node/close-run.ts';
import { startRun } from '../../lib/node/start-run.ts';
import { indexTable } from '../../lib/node/view.ts';
import type { LogEntry } from '../../lib/notion/entry.ts';
import { LOGGED, logRun } from '../../lib/notion/log-run.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../lib/store/memory-state.ts';

const source = 'workflow: {name: tick, version: 1.0.0}\nsteps:\n  - {id: a, command: /a, condition: context.never}\n';

function world() {
  const entries: [LogEntry, page: string | undefined][] = [];
  let time = Date.parse('2026-01-05T09:00:00Z');
  const log = {
    write: (entry: LogEntry, page?: string) => {
      entries.push([entry, page]);
      return Promise.resolve<string | undefined>(page ?? 'page-1');
    },
    lastContext: () => Promise.resolve(undefined),
  };
  const deps = {
    workflow: indexTable(compile(source).compiled!.table),
    state: memoryState(),
    artifacts: memoryArtifacts(),
    now: () => new Date(time),
    log,
  };
  const start = (input: object = {}) =>
    startRun({ execution: 'arn:x', name: 'r1', epoch: 'r1/0', input }, { ...deps, now: deps.now });
  return { deps, log, entries, start, pass: (seconds: number) => (time += seconds * 1000) };
}

describe('logging a run of the cloud', () => {
  it('writes how it stands, again to the page that it made', async () => {
    const { deps, entries, start, pass } = world();
    await start({ stepwright: { schedule: 'tick', scheduledTime: '2026-01-05T09:00:00Z' } });
    expect(await logRun('r1', deps)).toBe('logged');
    pass(5);
    // Nobody visited the only step, which the closing of the run finds undone.
    await closeRun({ run: 'r1', epoch: 'r1/0' }, deps).catch(() => undefined);
    expect(await logRun('r1', deps)).toBe('logged');
    expect(entries.map(([{ status, triggeredBy, duration }, page]) => [status, triggeredBy, duration, page])).toEqual([
      ['Running', 'Schedule', undefined, undefined],
      ['Failed', 'Schedule', '5s', 'page-1'],
    ]);
  });

  it('says who started it', async () => {
    for (const [trigger, said] of [
      [undefined, 'Manual'],
      ['event', 'API'],
      ['api', 'API'],
      ['workflow', 'Chained'],
    ]) {
      const { deps, entries, start } = world();
      await start(trigger === undefined ? {} : { stepwright: { trigger } });
      await logRun('r1', deps);
      expect(entries[0]![0].triggeredBy).toBe(said);
    }
  });

  it('makes one page when it is called twice at once', async () => {
    const { deps, entries, start } = world();
    await start();
    const done = await Promise.all([logRun('r1', deps), logRun('r1', deps)]);
    expect(done.sort()).toEqual(['busy', 'logged']);
    expect(entries).toHaveLength(1);
  });

  it('does not wait for ever for one that died while making the page', async () => {
    const { deps, start, pass } = world();
    await start();
    await deps.state.write('r1', LOGGED, { since: deps.now().toISOString() }, 0);
    expect(await logRun('r1', deps)).toBe('busy');
    pass(61);
    expect(await logRun('r1', deps)).toBe('logged');
  });

  it('knows no run that has not begun, and keeps no page that was not written', async () => {
    const { deps, log, start, pass } = world();
    expect(await logRun('r1', deps)).toBe('unknown');
    await start();
    const { write } = log;
    log.write = () => Promise.resolve(undefined);
    expect(await logRun('r1', deps)).toBe('not-logged');
    log.write = write;
    pass(61);
    expect(await logRun('r1', deps)).toBe('logged');
  });
});
