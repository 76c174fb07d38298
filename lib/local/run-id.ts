import { randomBytes } from 'node:crypto';

/** The id of a new run: `20260131-093000-a1b2c3`, the time in UTC, so that ids sort by the time of the start. */
export function newRunId(now: Date): string {
  const [date, time] = now.toISOString().split('T') as [string, string];
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${randomBytes(3).toString('hex')}`;
}
