import { Cron as Croner } from 'croner';
import fc from 'fast-check';
import { everFires, firesOn, parseCron } from '../../lib/ir/cron.ts';

const cronOf = (text: string) => {
  const parsed = parseCron(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.cron;
};
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('a cron expression', () => {
  it('has five fields of values, ranges, lists and steps', () => {
    expect(cronOf('0,30 9-17/4 */10 JAN-mar,12 1-5')).toEqual({
      minutes: [0, 30],
      hours: [9, 13, 17],
      days: [1, 11, 21, 31],
      months: [1, 2, 3, 12],
      weekdays: [1, 2, 3, 4, 5],
      daysRestricted: true,
      weekdaysRestricted: true,
      dayStarts: [],
    });
    expect(cronOf('* * * * *')).toEqual({
      minutes: range(0, 59),
      hours: range(0, 23),
      days: range(1, 31),
      months: range(1, 12),
      weekdays: range(0, 6),
      daysRestricted: false,
      weekdaysRestricted: false,
      dayStarts: [],
    });
    expect(cronOf(' 0  9 \t* * *')).toMatchObject({ minutes: [0], hours: [9] });
    expect(cronOf('0 0 1,29-31,5 * *').dayStarts).toEqual([1, 29, 5]);
  });

  it.each([
    ['0', [0]],
    ['7', [0]],
    ['SUN', [0]],
    ['5-7', [0, 5, 6]],
    ['FRI-SUN', [0, 5, 6]],
    ['5-0', [0, 5, 6]],
    ['0-7', [0, 1, 2, 3, 4, 5, 6]],
    ['sun-tue', [0, 1, 2]],
    ['*/2', [0, 2, 4, 6]],
    ['1-7/3', [0, 1, 4]],
  ])('takes the weekday %s for %j', (text, weekdays) => {
    expect(cronOf(`0 0 * * ${text}`).weekdays).toEqual(weekdays);
  });

  it.each([
    ['', 'it is empty'],
    ['* * * *', 'it has 4 fields'],
    ['0 0 9 * * 1', 'it has 6 fields'],
    ['@daily', 'names such as @daily are not known'],
    ['*/0 * * * *', 'the minute "*/0" has a step of zero'],
    ['*/00 * * * *', 'the minute "*/00" has a step of zero'],
    ['*/60 * * * *', 'the minute "*/60" has a step larger than its largest value, 59'],
    ['*/x * * * *', 'the minute "*/x" has a step that is no number'],
    ['60 * * * *', 'the minute "60" holds 60'],
    ['0 24 * * *', 'the hour "24" holds 24'],
    ['0 0 0 1 *', 'the day of month "0" holds 0'],
    ['0 0 1 13 *', 'the month "13" holds 13'],
    ['0 0 * * 8', 'the weekday "8" holds 8'],
    ['5-1 * * * *', 'the minute "5-1" holds the range "5-1", which runs backwards'],
    ['0 0 * * 7-1', 'the weekday "7-1" holds the range "7-1", which runs backwards'],
    ['1,,2 * * * *', 'the minute "1,,2" has an empty or broken item'],
    ['1/2/3 * * * *', 'the minute "1/2/3" has an empty or broken item'],
    ['5/15 * * * *', 'the minute "5/15" has a step after a single value'],
    ['5- * * * *', 'the minute "5-" holds "5-", which is neither a value nor a range'],
    ['-5 * * * *', 'the minute "-5" holds "-5", which is neither a value nor a range'],
    ['1-2-3 * * * *', 'the minute "1-2-3" holds "1-2-3", which is neither a value nor a range'],
    ['MON * * * *', 'the minute "MON" holds "MON", which is neither a value nor a range'],
    ['0 9 ? * 1', 'the day of month "?" holds "?", which this kind of cron does not know'],
    ['0 9 L * *', 'the day of month "L" holds "L", which is neither a value nor a range'],
    ['0 9 * * 5#2', 'the weekday "5#2" holds "5#2", which is neither a value nor a range'],
    ['０ ９ * * *', 'the minute "０" holds "０", which is neither a value nor a range'],
    ['1.5 * * * *', 'the minute "1.5" holds "1.5", which is neither a value nor a range'],
  ])('is not "%s"', (text, problem) => {
    expect(parseCron(text)).toMatchObject({ problem });
  });

  it.each([
    ['0 0 9 * * 1', 'Only 5-field cron, no seconds and no years.'],
    ['60 * * * *', 'Values go from 0 to 59.'],
    ['0 0 1 13 *', 'Values go from 1 to 12, or JAN to DEC.'],
    ['5/15 * * * *', 'Write "5-59/15".'],
    ['0 9 ? * 1', 'Write "*".'],
  ])('comes with advice when it is wrong: %s', (text, advice) => {
    expect(parseCron(text)).toMatchObject({ advice });
  });

  it.each([
    ['0 0 30 2 *', false],
    ['0 0 31 4,6 *', false],
    ['0 0 29 2 *', true],
    ['0 0 31 4,5 *', true],
    ['0 0 31 2 1', true],
  ])('fires ever or not: %s', (text, fires) => {
    expect(everFires(cronOf(text))).toBe(fires);
  });

  it('fires on a day that fits either day field when both are restricted, and both when one is not', () => {
    const day = (text: string, date: string) => {
      const at = new Date(`${date}T00:00:00Z`);
      return firesOn(cronOf(text), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCDay());
    };
    expect(range(1, 15).filter((d) => day('0 9 13 * 5', `2026-01-${String(d).padStart(2, '0')}`))).toEqual([2, 9, 13]);
    expect(day('0 9 * * 5', '2026-01-13')).toBe(false);
    expect(day('0 9 13 * *', '2026-01-02')).toBe(false);
    expect(day('0 9 13 2 *', '2026-01-13')).toBe(false);
  });

  it('means what another reader of cron takes it for', () => {
    const field = (least: number, most: number) => {
      const value = fc.integer({ min: least, max: most });
      const item = fc.oneof(
        value.map(String),
        fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
        fc.integer({ min: 1, max: Math.max(2, most - 1) }).map((step) => `*/${step}`),
      );
      return fc.oneof(
        { weight: 3, arbitrary: fc.constant('*') },
        item,
        fc.tuple(item, item).map((items) => items.join(',')),
      );
    };
    const expression = fc
      .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 6))
      .map((fields) => fields.join(' '));
    const start = Date.UTC(2026, 0, 1);
    fc.assert(
      fc.property(expression, fc.integer({ min: 0, max: 500_000 }), (text, minutes) => {
        const cron = cronOf(text);
        const from = new Date(start + minutes * 60_000 - 1000);
        const next = new Croner(text, { timezone: 'UTC', domAndDow: false }).nextRun(from);
        if (!everFires(cron)) expect(next).toBeNull();
        else {
          expect(cron.minutes).toContain(next!.getUTCMinutes());
          expect(cron.hours).toContain(next!.getUTCHours());
          expect(firesOn(cron, next!.getUTCMonth() + 1, next!.getUTCDate(), next!.getUTCDay())).toBe(true);
          // And nothing fires between, at least on the days between.
          for (let at = from.getTime() + 86_400_000; at < next!.getTime() - 86_400_000; at += 86_400_000) {
            const day = new Date(at);
            expect(firesOn(cron, day.getUTCMonth() + 1, day.getUTCDate(), day.getUTCDay())).toBe(false);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
