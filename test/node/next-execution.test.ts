import { newRunId } from '../../lib/local/run-id.ts';
import { nextExecution } from '../../lib/node/next-execution.ts';

/** What names of executions may consist of, so that the service can log them. */
const plain = /^[0-9A-Za-z_-]{1,80}$/;

describe('the names of executions', () => {
  it('are made of the run, whatever the workflow is called, and never the same', () => {
    const now = new Date('2026-01-31T10:00:00Z');
    const runs = Array.from({ length: 20 }, () => newRunId(now));
    expect(new Set(runs).size).toBe(20);
    for (const run of runs) expect(run).toMatch(plain);
  });

  it('count on from execution to execution of a run', () => {
    const names: string[] = [];
    let epoch: string | undefined;
    for (let i = 0; i < 11; i++) {
      names.push(nextExecution('20260131-100000-aaaa', epoch));
      epoch = `${names.at(-1)!}/0`;
    }
    expect(names[0]).toBe('20260131-100000-aaaa');
    expect(names[1]).toBe('20260131-100000-aaaa_2');
    expect(names[10]).toBe('20260131-100000-aaaa_11');
    // After a redrive of it likewise.
    expect(nextExecution('r', 'r_2/3')).toBe('r_3');
  });

  it('stay within what the service takes, also for runs that somebody else has named', () => {
    for (const run of ['r'.repeat(80), `${'r'.repeat(76)}.v.2`, 'v1.2', 'a_7', '1', '..'.padEnd(80, 'x')]) {
      let epoch = `${run}/0`;
      const names = new Set<string>();
      for (let i = 0; i < 12; i++) {
        const name = nextExecution(run, epoch);
        expect(name).toMatch(plain);
        names.add(name);
        epoch = `${name}/0`;
      }
      expect(names.size).toBe(12);
    }
  });
});
