import { check } from '../../lib/compile/check.ts';
import { cpuWatch } from '../cpu-time.ts';

const found = (schedule: string) =>
  check(
    `workflow: {name: x, version: 1.0.0}\nschedule: {enabled: true, ${schedule}}\nsteps:\n  - {id: a, command: /a}\n`,
  ).diagnostics.map(({ code, severity, at, message }) => `${code} ${severity} ${at.line}:${at.column} ${message}`);
const cron = (text: string, zone = 'UTC') => found(`timezone: ${zone}, cron: ${JSON.stringify(text)}`);

describe('V008', () => {
  it.each([
    ['*/0 * * * *', 'the minute "*/0" has a step of zero'],
    ['*/00 * * * *', 'the minute "*/00" has a step of zero'],
    ['60 * * * *', 'the minute "60" holds 60'],
    ['0 24 * * *', 'the hour "24" holds 24'],
    ['0 0 0 1 *', 'the day of month "0" holds 0'],
    ['5-1 * * * *', 'the minute "5-1" holds the range "5-1", which runs backwards'],
    ['1,,2 * * * *', 'the minute "1,,2" has an empty or broken item'],
    ['* * * *', 'it has 4 fields'],
    ['0 0 9 * * 1', 'it has 6 fields'],
    ['@daily', 'names such as @daily are not known'],
    ['', 'it is empty'],
    ['0 9 ? * 1', 'the day of month "?" holds "?", which this kind of cron does not know'],
    ['０ * * * *', 'the minute "０" holds "０", which is neither a value nor a range'],
  ])('refuses the expression "%s" at once', (text, problem) => {
    const used = cpuWatch();
    expect(cron(text)).toEqual([`V008 error 2:48 The cron expression "${text}" is wrong: ${problem}`]);
    expect(used()).toBeLessThan(1000);
  });

  it.each(['0 0 30 2 *', '0 0 31 4,6 *'])('refuses "%s", which never fires', (text) => {
    const used = cpuWatch();
    expect(cron(text)).toEqual([
      `V008 error 2:48 The cron expression "${text}" never fires: none of its months has such a day`,
    ]);
    expect(used()).toBeLessThan(1000);
  });

  it.each([
    '0  9 * * *',
    ' 0 9 * * *',
    '0 9 13 * 5',
    '0 9 */2 * 1',
    '0 9 * * MON-FRI',
    '0 9 * * FRI-SUN',
    '*/5 * * * *',
    '0,30 9-17 25-31 * *',
  ])('has nothing to say of "%s"', (text) => expect(cron(text)).toEqual([]));

  it.each([
    ['* * * * *', true],
    ['*/4 * * * *', true],
    ['0,4 * * * *', true],
    ['2,58 * * * *', true],
    ['2,58 9 * * *', false],
    ['2,58 9,10 * * *', true],
    ['2,58 0,23 * * *', true],
    ['5,58 0,23 * * *', false],
    ['0 * * * *', false],
  ])('warns of %s if it fires more often than every 5 minutes', (text, often) => {
    expect(cron(text)).toEqual(
      often ? [`V008 warning 2:48 The schedule "${text}" fires more often than every 5 minutes`] : [],
    );
  });

  it.each([
    ['0 0 31 * *', 'day 31, which February, April, June, September and November lack'],
    ['0 0 30 * *', 'day 30, which February lacks'],
    ['0 0 29 2 *', 'day 29, which February lacks'],
    ['0 0 29-31 * *', 'day 29, which February lacks'],
    ['0 0 1,31 3-5 *', 'day 31, which April lacks'],
    ['0 0 31 4,5 1', 'day 31, which April lacks'],
  ])('warns of the day of "%s" that some months lack', (text, day) => {
    expect(cron(text)).toEqual([`V008 warning 2:48 The schedule names ${day}`]);
  });

  it.each(['0 0 31 1,3,5,7,8,10,12 *', '0 0 28 2 *', '0 0 * 2 *'])('has nothing to say of the days of "%s"', (text) => {
    expect(cron(text)).toEqual([]);
  });

  it.each(['Europe/Berln', 'PST', 'UTC+2', '+02:00', 'local', '""', '1', 'europe/berlin'])(
    'refuses the timezone %s',
    (zone) => {
      const shown = zone.startsWith('"') ? zone : `"${zone}"`;
      expect(found(`cron: 0 9 * * *, timezone: ${zone}`)).toEqual([`V008 error 2:54 The timezone ${shown} is unknown`]);
    },
  );

  it('takes no timezone for UTC, with a warning', () => {
    expect(found('cron: 0 9 * * *')).toEqual(['V008 warning 2:1 The schedule has no `timezone`; UTC is used']);
  });

  const skips = (time: string, day: string, zone: string) =>
    `V008 warning 2:${39 + zone.length + 6} In ${zone} there is no ${time} on ${day}, when the clocks go forward: the schedule does not fire then`;
  const repeats = (time: string, day: string, zone: string) =>
    `V008 warning 2:${39 + zone.length + 6} In ${zone} the time ${time} comes twice on ${day}, when the clocks go back: the schedule fires once`;

  it('warns of local times that the clocks skip or repeat', () => {
    expect(cron('30 2 * * *', 'America/New_York')).toEqual([skips('02:30', '2026-03-08', 'America/New_York')]);
    expect(cron('30 1 * * *', 'America/New_York')).toEqual([repeats('01:30', '2026-11-01', 'America/New_York')]);
    expect(cron('0 2 * * *', 'Europe/Berlin')).toEqual([
      skips('02:00', '2026-03-29', 'Europe/Berlin'),
      repeats('02:00', '2026-10-25', 'Europe/Berlin'),
    ]);
    expect(cron('0 3 * * *', 'Europe/Berlin')).toEqual([]);
    expect(cron('59 1 * * *', 'Europe/Berlin')).toEqual([]);
    expect(cron('15 2 * * *', 'Australia/Lord_Howe')).toEqual([skips('02:15', '2026-10-04', 'Australia/Lord_Howe')]);
    expect(cron('30 2 * * *', 'Asia/Kolkata')).toEqual([]);
    expect(cron('30 2 * * *', 'UTC')).toEqual([]);
  });

  it('only looks at the days on which the schedule fires', () => {
    expect(cron('30 2 * * 1-6', 'America/New_York')).toEqual([]);
    expect(cron('30 2 * 6 *', 'America/New_York')).toEqual([]);
    // In 2027 the clocks go forward on the 14th.
    expect(cron('30 2 14 3 *', 'America/New_York')).toEqual([skips('02:30', '2027-03-14', 'America/New_York')]);
  });

  it('looks at enabled schedules only', () => {
    const text =
      'workflow: {name: x, version: 1.0.0}\nschedule: {cron: "*/0 * * * *", timezone: PST}\nsteps:\n  - {id: a, command: /a}\n';
    expect(check(text).diagnostics).toEqual([]);
  });
});
