import fc from 'fast-check';
import { everFires, parseCron } from '../../lib/ir/cron.ts';
import { nextRuns } from '../../lib/schedule/next-runs.ts';
import { schedulerExpressions } from '../../lib/schedule/scheduler-expressions.ts';
import { firings } from './scheduler.ts';

/** Zones whose clocks change: in the north and the south, by an hour and by less, at midnight, with odd offsets. */
const zones = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Beirut',
  'America/St_Johns',
  'Antarctica/Troll',
  'Asia/Kathmandu',
];

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** A field of an expression: a list of values, ranges and steps, some of them in letters. */
function field(least: number, most: number, names: readonly string[] = []): fc.Arbitrary<string> {
  const value = fc.integer({ min: least, max: most });
  const written = (n: number) => names[n - (names === months ? 1 : 0)] ?? String(n);
  const single = fc.tuple(value, fc.boolean()).map(([n, letters]) => (letters ? written(n) : String(n)));
  const step = fc.integer({ min: 1, max: most });
  const range = fc.tuple(value, value, fc.option(step), fc.boolean()).map(([a, b, every, letters]) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    // A name means 0 where it is Sunday, which may end a range but from somewhere else.
    const ends = letters && to !== 7 ? `${written(from)}-${written(to)}` : `${from}-${to}`;
    return every === null ? ends : `${ends}/${every}`;
  });
  const steps = step.map((every) => `*/${every}`);
  const item = fc.oneof({ weight: 3, arbitrary: single }, range, steps);
  const list = fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(','));
  return fc.oneof({ weight: 2, arbitrary: fc.constant('*') }, { weight: 3, arbitrary: list });
}

/** Night hours are where clocks change. */
const hours = fc.oneof(field(0, 23), field(0, 3));

const expressions = fc
  .tuple(field(0, 59), hours, field(1, 31), field(1, 12, months), field(0, 7, weekdays))
  .map((fields) => fields.join(' '))
  .filter((text) => {
    const parsed = parseCron(text);
    return 'cron' in parsed && everFires(parsed.cron);
  });

const moments = fc
  .integer({ min: Date.UTC(2025, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000));

function same(cron: string, zone: string, from: Date): void {
  const emitted = firings(schedulerExpressions(cron), zone, from);
  const expected: Date[] = [];
  for (const run of emitted) if (expected.push(run) === 100) break;
  const iso = (runs: readonly Date[]) => runs.map((run) => run.toISOString());
  expect(iso(nextRuns(cron, zone, from, 100))).toEqual(iso(expected));
}

describe('the next hundred runs, and those of the expressions that are emitted', () => {
  it('are the same for any expression in any zone', () => {
    fc.assert(
      fc.property(expressions, fc.constantFrom(...zones), moments, (cron, zone, from) => same(cron, zone, from)),
      { numRuns: 60 },
    );
  });

  it.each([
    ['30 2 * * *', 'America/New_York'],
    ['30 1 * * *', 'America/New_York'],
    ['*/10 * 8-14 3 0', 'America/New_York'],
    ['0,30 1,2 * 4,10 SUN', 'Australia/Lord_Howe'],
    ['15 0 * 3,4,9 *', 'America/Santiago'],
    ['0 9 13 * 5', 'UTC'],
    ['0 0 29 2 *', 'Europe/Berlin'],
    ['0 0 * * 5-7', 'Asia/Beirut'],
  ])('are the same for %s in %s', (cron, zone) => {
    for (const from of ['2026-01-01T00:00:00Z', '2026-03-08T06:59:00Z', '2026-10-31T23:30:00Z', '2026-11-01T05:30:00Z'])
      same(cron, zone, new Date(from));
  });
});
