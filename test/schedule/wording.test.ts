import { wording } from '../../lib/schedule/wording.ts';

describe('the wording of a cron expression', () => {
  it.each([
    ['0 9 * * 1-5', 'At 09:00, Monday through Friday'],
    ['0 9 * * *', 'At 09:00, every day'],
    ['0 9,17 * * *', 'At 09:00 and 17:00, every day'],
    ['*/15 * * * *', 'Every 15 minutes'],
    ['0 9 1 * *', 'At 09:00, on day 1 of the month'],
    ['0 9 13 * 5', 'At 09:00, on day 13 of the month, and on Friday (either is enough)'],
  ])('of %s is: %s', (cron, words) => {
    expect(wording(cron)).toBe(words);
  });
});
