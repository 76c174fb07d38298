import { everFires, parseCron } from '../../lib/ir/cron.ts';
import { EXAMPLES, readNatural } from '../../lib/schedule/natural.ts';

describe('a schedule in words', () => {
  it.each([
    ['every weekday at 9am', '0 9 * * 1-5'],
    ['every morning', '0 9 * * *'],
    ['every afternoon', '0 14 * * *'],
    ['weekday evenings', '0 18 * * 1-5'],
    ['every night', '0 21 * * *'],
    ['nightly', '0 21 * * *'],
    ['daily', '0 9 * * *'],
    ['every day', '0 9 * * *'],
    ['at 9', '0 9 * * *'],
    ['weekends', '0 9 * * 0,6'],
    ['Weekends at 10:30', '30 10 * * 0,6'],
    ['every 15 minutes', '*/15 * * * *'],
    ['every minute', '* * * * *'],
    ['every half hour', '*/30 * * * *'],
    ['every 1 day at 8', '0 8 * * *'],
    ['every 60 minutes', '0 * * * *'],
    ['every two hours', '0 */2 * * *'],
    ['hourly', '0 * * * *'],
    ['first of the month', '0 9 1 * *'],
    ['the 1st and 15th at 8am', '0 8 1,15 * *'],
    ['monthly on the 15th', '0 9 15 * *'],
    ['quarterly', '0 9 1 1,4,7,10 *'],
    ['on 5 may at 8am', '0 8 5 5 *'],
    ['every Monday', '0 9 * * 1'],
    ['Fridays at 5 p.m.', '0 17 * * 5'],
    ['friday at 17:30', '30 17 * * 5'],
    ['mondays and thursdays at 10:30', '30 10 * * 1,4'],
    ['monday to friday at 8', '0 8 * * 1-5'],
    ['sat-sun at noon', '0 12 * * 0,6'],
    ['weekday evenings at 6', '0 18 * * 1-5'],
    ['sunday night', '0 21 * * 0'],
    ['twice a day', '0 9,17 * * *'],
    ['9am and 5pm', '0 9,17 * * *'],
    ['midnight', '0 0 * * *'],
    ['12am', '0 0 * * *'],
    ['12pm', '0 12 * * *'],
    ['0  9 * * 1-5', '0 9 * * 1-5'],
    ['every night at 2', '0 2 * * *'],
    ['every night at 12', '0 0 * * *'],
    ['every night at 11', '0 23 * * *'],
    ['nightly at 3:30', '30 3 * * *'],
    ['at 3 at night', '0 3 * * *'],
    ['every night at 23:15', '15 23 * * *'],
    ['every afternoon at 12', '0 12 * * *'],
    ['every afternoon at 15:30', '30 15 * * *'],
    ['every morning at 7:15', '15 7 * * *'],
    ['every evening at 6 and 8', '0 18,20 * * *'],
    ['twice a day at 8 and 20', '0 8,20 * * *'],
    ['every day in december at 9am', '0 9 * 12 *'],
    ['in december', '0 9 1 12 *'],
    ['on day 5', '0 9 5 * *'],
    ['day 5 of the month at 8am', '0 8 5 * *'],
    ['every day 9', '0 9 * * *'],
    ['from monday to wednesday at 7', '0 7 * * 1,2,3'],
  ])('%s is %s', (text, cron) => {
    expect(readNatural(text)).toEqual({ kind: 'cron', cron });
  });

  it.each([
    ['every day at 5', ['0 17 * * *', '0 5 * * *']],
    ['weekly', ['0 9 * * 1', '0 9 * * 5', '0 9 * * 0']],
    ['every 45 minutes', ['*/30 * * * *', '0 * * * *']],
    ['every 90 minutes', ['0 * * * *', '0 */2 * * *']],
    ['every 1000 minutes', ['0 */12 * * *', '0 9 * * *']],
    ['every 5 hours', ['0 */4 * * *', '0 */6 * * *']],
    ['every other day at 8am', ['0 8 1-31/2 * *', '0 8 * * 1,3,5']],
    ['every other day', ['0 9 1-31/2 * *', '0 9 * * 1,3,5']],
  ])('%s may mean several things', (text, options) => {
    expect(readNatural(text)).toMatchObject({ kind: 'ambiguous', options });
  });

  it.each([
    '',
    'soon',
    'whenever it rains',
    'every blue moon',
    'tomorrow at 9',
    'every weekday except friday',
    'every two weeks',
    'first monday of the month',
    'last day of the month',
    'three times a day',
    'friday at 25:00',
    '13pm',
    '9:30 and 17:00',
    'friday the 13th',
    'every 0 minutes',
    'every 2 hours on mondays',
  ])('%j is not understood, and nothing is guessed', (text) => {
    expect(readNatural(text)).toMatchObject({ kind: 'unknown', why: expect.stringMatching(/./) });
  });

  it.each([
    ['monday morning at 21:00', '21:00 does not lie in the morning'],
    ['every morning at 12', '12 does not lie in the morning'],
    ['every evening at 3', '3 does not lie in the evening'],
    ['every night at 9am', '9am does not lie in the night'],
    ['every hour on weekdays', '"weekdays" behind an interval is not understood; --cron can say that'],
    ['hourly on mondays', '"mondays" behind an interval is not understood; --cron can say that'],
    ['every 2000 minutes', 'every 2000 minutes is longer than a day'],
    ['every mondya at 9', '"mondya" is neither a day nor a time; did you mean "monday"?'],
    ['every day at 9am in Europe/Berlin', 'europe/berlin is a time zone, which --timezone sets'],
    ['every day at 9am UTC', 'utc is a time zone, which --timezone sets'],
    ['morning at 8 and evening at 6', 'it is not clear what 8 and 6 belong to; say for example 8am and 6pm'],
    ['twice a day at 8', 'twice a day needs two times, such as 9am and 5pm'],
  ])('says what it does not understand in %s', (text, why) => {
    expect(readNatural(text)).toEqual({ kind: 'unknown', why });
  });

  it('has examples that are understood', () => {
    for (const example of EXAMPLES) expect(readNatural(example).kind).toBe('cron');
  });

  it('means only expressions that are valid and fire', () => {
    const days = ['', 'every day', 'weekdays', 'on the 31st', 'every other day', 'weekly', 'every march', 'sun'];
    const times = ['', 'at 3', 'in the morning', 'at 11:59 pm', 'twice', 'noon and midnight', 'every 7 minutes'];
    for (const text of days.flatMap((day) => times.map((time) => `${day} ${time}`))) {
      const read = readNatural(text);
      const crons = read.kind === 'cron' ? [read.cron] : read.kind === 'ambiguous' ? read.options : [];
      for (const cron of crons) {
        const parsed = parseCron(cron);
        expect([text, cron, 'cron' in parsed && everFires(parsed.cron)]).toEqual([text, cron, true]);
      }
    }
  });
});
