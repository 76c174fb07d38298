import { nextRuns } from '../../lib/schedule/next-runs.ts';

function runs(cron: string, zone: string, from: string, count = 3): string[] {
  return nextRuns(cron, zone, new Date(from), count).map((run) => run.toISOString().replace(':00.000Z', 'Z'));
}

describe('the next runs of a schedule', () => {
  it('come after the moment, and at it no more', () => {
    expect(runs('0 9 * * *', 'UTC', '2026-01-01T09:00:00Z', 2)).toEqual(['2026-01-02T09:00Z', '2026-01-03T09:00Z']);
    expect(runs('0 9 * * *', 'UTC', '2026-01-01T08:59:59.999Z', 1)).toEqual(['2026-01-01T09:00Z']);
  });

  it('fit either of two restricted day fields', () => {
    expect(runs('0 9 13 * 5', 'UTC', '2026-01-01T00:00:00Z')).toEqual([
      '2026-01-02T09:00Z',
      '2026-01-09T09:00Z',
      '2026-01-13T09:00Z',
    ]);
  });

  it('skip a local time that does not exist', () => {
    expect(runs('30 2 * * *', 'America/New_York', '2026-03-07T00:00:00Z')).toEqual([
      '2026-03-07T07:30Z',
      '2026-03-09T06:30Z',
      '2026-03-10T06:30Z',
    ]);
  });

  it('fire once at a local time that comes twice', () => {
    expect(runs('30 1 * * *', 'America/New_York', '2026-11-01T00:00:00Z', 2)).toEqual([
      '2026-11-01T05:30Z',
      '2026-11-02T06:30Z',
    ]);
    // The hour is not repeated by an expression that fires in every hour either.
    expect(runs('0 * * * *', 'America/New_York', '2026-11-01T04:30:00Z')).toEqual([
      '2026-11-01T05:00Z',
      '2026-11-01T07:00Z',
      '2026-11-01T08:00Z',
    ]);
    // Clocks that go back by half an hour.
    expect(runs('*/15 * * * *', 'Australia/Lord_Howe', '2026-04-04T14:30:00Z')).toEqual([
      '2026-04-04T14:45Z',
      '2026-04-04T15:30Z',
      '2026-04-04T15:45Z',
    ]);
  });

  it('reach the leap years, and end where the scheduler ends', () => {
    expect(runs('0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', 2)).toEqual(['2028-02-29T00:00Z', '2032-02-29T00:00Z']);
    expect(runs('0 0 31 12 *', 'UTC', '2198-12-31T00:00:00Z')).toEqual(['2199-12-31T00:00Z']);
    expect(runs('0 0 30 2 *', 'UTC', '2026-01-01T00:00:00Z')).toEqual([]);
  });

  it('are those of valid expressions only', () => {
    expect(() => runs('0 9 * *', 'UTC', '2026-01-01T00:00:00Z')).toThrow("the cron expression '0 9 * *' is wrong");
    expect(() => runs('0 9 * * *', 'Europe/Berln', '2026-01-01T00:00:00Z')).toThrow('not a time zone: Europe/Berln');
  });
});
