import { schedulerExpressions } from '../../lib/schedule/scheduler-expressions.ts';

describe('the expressions of EventBridge Scheduler', () => {
  it.each([
    ['0 9 * * *', 'cron(0 9 * * ? *)'],
    ['0 9 1 * *', 'cron(0 9 1 * ? *)'],
    ['0 9 * * 1-5', 'cron(0 9 ? * MON-FRI *)'],
    ['* * * * *', 'cron(* * * * ? *)'],
    [' 0   9 * * * ', 'cron(0 9 * * ? *)'],
    ['*/15 */6 * * *', 'cron(0/15 0/6 * * ? *)'],
    ['*/59 * * * *', 'cron(0,59 * * * ? *)'],
    ['10-50/20 * * * *', 'cron(10/20 * * * ? *)'],
    ['10-40/10 0-5,22 * * *', 'cron(10,20,30,40 0-5,22 * * ? *)'],
    ['59,0,30 8,9 * jan,JUL-DEC *', 'cron(0,30,59 8,9 * 1,7-12 ? *)'],
    ['0 9 */2 * *', 'cron(0 9 1/2 * ? *)'],
    ['0 9 */1 * *', 'cron(0 9 * * ? *)'],
    ['0 9 29 2 *', 'cron(0 9 29 2 ? *)'],
  ])('%s is %s', (cron, expression) => {
    expect(schedulerExpressions(cron)).toEqual([expression]);
  });

  it.each([
    ['0', 'SUN'],
    ['7', 'SUN'],
    ['0,7', 'SUN'],
    ['sun', 'SUN'],
    ['6', 'SAT'],
    ['1', 'MON'],
    ['5-7', 'SUN,FRI,SAT'],
    ['FRI-SUN', 'SUN,FRI,SAT'],
    ['SUN-TUE', 'SUN-TUE'],
    ['*/2', 'SUN,TUE,THU,SAT'],
    ['1-7/3', 'SUN,MON,THU'],
    ['1-6', 'MON-SAT'],
  ])('the weekday %s is %s', (weekday, expected) => {
    expect(schedulerExpressions(`0 9 * * ${weekday}`)).toEqual([`cron(0 9 ? * ${expected} *)`]);
  });

  it.each(['*/1', '0-6', '1-7', 'MON-SUN'])('the weekday %s is every day', (weekday) => {
    expect(schedulerExpressions(`0 9 * * ${weekday}`)).toEqual(['cron(0 9 * * ? *)']);
    expect(schedulerExpressions(`0 9 13 * ${weekday}`)).toEqual(['cron(0 9 * * ? *)']);
  });

  it('are two where either of two day fields is to fire', () => {
    expect(schedulerExpressions('0 9 13 * 5')).toEqual(['cron(0 9 13 * ? *)', 'cron(0 9 ? * FRI *)']);
    expect(schedulerExpressions('0 9 */2 * 1')).toEqual(['cron(0 9 1/2 * ? *)', 'cron(0 9 ? * MON *)']);
    expect(schedulerExpressions('0 9 */1 * 1')).toEqual(['cron(0 9 * * ? *)']);
  });

  it('hold no schedule that never fires', () => {
    expect(schedulerExpressions('0 0 30 2 1')).toEqual(['cron(0 0 ? 2 MON *)']);
    expect(schedulerExpressions('0 0 31 2,4 1')).toEqual(['cron(0 0 ? 2,4 MON *)']);
    expect(schedulerExpressions('0 0 31 2,3 1')).toEqual(['cron(0 0 31 2,3 ? *)', 'cron(0 0 ? 2,3 MON *)']);
  });

  it('are never longer than the service takes', () => {
    const pairs = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => i)
        .filter((i) => i % 3 !== 2)
        .map((i) => from + i)
        .join(',');
    const longest = [pairs(0, 59), pairs(0, 23), pairs(1, 31), pairs(1, 12), '*'].join(' ');
    expect(Math.max(...schedulerExpressions(longest).map((text) => text.length))).toBeLessThanOrEqual(256);
  });

  it('are those of valid expressions only', () => {
    expect(() => schedulerExpressions('0 9 ? * 1')).toThrow('holds "?"');
  });
});
