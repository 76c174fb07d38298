import type { Cron } from '../ir/cron.ts';
import { longestMonth, parseCron } from '../ir/cron.ts';

const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * The `cron(…)` expressions by which EventBridge Scheduler fires as a valid expression of five fields does: minutes,
 * hours, days of the month, months, weekdays and years. It wants one of the two day fields to be `?`, so an
 * expression that fires on either of two restricted day fields becomes two, which may both fire on a day that fits
 * both. The expression must be one that fires at all; throws for others.
 */
export function schedulerExpressions(cron: string): string[] {
  const parsed = parseCron(cron);
  if ('problem' in parsed) throw new Error(`the cron expression '${cron}' is wrong: ${parsed.problem}`);
  const { minutes, hours, months } = parsed.cron;
  const time = `${field(minutes, 0, 59)} ${field(hours, 0, 23)}`;
  const month = field(months, 1, 12);
  return dayFields(parsed.cron).map(({ day, weekday }) => `cron(${time} ${day} ${month} ${weekday} *)`);
}

function dayFields(cron: Cron): { day: string; weekday: string }[] {
  const { days, weekdays, months, daysRestricted, weekdaysRestricted } = cron;
  const everyDay = { day: '*', weekday: '?' };
  const onDays = { day: field(days, 1, 31), weekday: '?' };
  const onWeekdays = { day: '?', weekday: weekdayField(weekdays) };
  const [allDays, allWeekdays] = [days.length === 31, weekdays.length === 7];
  if (!weekdaysRestricted) return [onDays];
  if (!daysRestricted) return [allWeekdays ? everyDay : onWeekdays];
  if (allDays || allWeekdays) return [everyDay];
  // A schedule that never fires is none: of "30 February or a Monday in February" the Mondays are left.
  return months.some((month) => days[0]! <= longestMonth(month)) ? [onDays, onWeekdays] : [onWeekdays];
}

/** The shortest of `*`, `from/step` as far as the field goes, and a list of values and ranges. */
function field(values: readonly number[], least: number, most: number): string {
  if (values.length === most - least + 1) return '*';
  const [from, second] = values;
  if (values.length > 2) {
    const step = second! - from!;
    const regular = values.every((value, i) => value === from! + i * step) && values.at(-1)! + step > most;
    // A step of one is a range.
    if (regular && step > 1) return `${from!}/${step}`;
  }
  return spans(values)
    .map(([first, last]) => span(String(first), String(last), last - first))
    .join(',');
}

/** Names, since the numbers of weekdays begin elsewhere than in the expression of five fields. */
function weekdayField(weekdays: readonly number[]): string {
  return spans(weekdays)
    .map(([first, last]) => span(WEEKDAYS[first]!, WEEKDAYS[last]!, last - first))
    .join(',');
}

function span(first: string, last: string, length: number): string {
  if (length === 0) return first;
  return length === 1 ? `${first},${last}` : `${first}-${last}`;
}

/** Ascending values as runs of neighbours. */
function spans(values: readonly number[]): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (const value of values) {
    const latest = found.at(-1);
    if (latest?.[1] === value - 1) latest[1] = value;
    else found.push([value, value]);
  }
  return found;
}
