import { randomInt } from 'node:crypto';

/**
 * The id of a new run: `20260131-093000-2xk3f9`. The time is in UTC, and the last part begins with its milliseconds,
 * so that ids sort by the time of the start; the rest is random.
 */
export function newRunId(now: Date): string {
  const [date, time] = now.toISOString().split('T') as [string, string];
  const end = base36(now.getUTCMilliseconds(), 2) + base36(randomInt(36 ** 4), 4);
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${end}`;
}

function base36(value: number, digits: number): string {
  return value.toString(36).padStart(digits, '0');
}
