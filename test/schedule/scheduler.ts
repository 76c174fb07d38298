/**
 * What EventBridge Scheduler does with `cron(…)` expressions, by its documentation and on its own: this shares no code
 * with what writes the expressions. Minutes go by one after another, and a schedule looks at the clock on the wall of
 * its zone. A time that the clocks jump over never comes; of a time that comes twice the second is passed over.
 */
export function* firings(expressions: readonly string[], zone: string, from: Date): Generator<Date> {
  const schedules = expressions.map(readExpression);
  const wall = wallClock(zone);
  // A day earlier than asked, so that it is known which local times there have been already.
  const first = Math.floor(from.getTime() / DAY) * DAY - DAY;
  let latest = -Infinity;
  for (let day = first; day < LAST_DAY; day += DAY) {
    // A day of UTC shows at most three dates on the wall. When none of them fits, nobody need look at the clock.
    if (![day - DAY, day, day + DAY].some((date) => schedules.some((schedule) => fitsDate(schedule, date)))) continue;
    // No clock changes but at a half hour of UTC.
    for (let block = day; block < day + DAY; block += HALF_HOUR) {
      const start = wall(block);
      for (let minute = 0; minute < 30; minute++) {
        const local = start + minute * MINUTE;
        if (local <= latest) continue;
        latest = local;
        const at = block + minute * MINUTE;
        if (at > from.getTime() && schedules.some((schedule) => fits(schedule, local))) yield new Date(at);
      }
    }
  }
}

const MINUTE = 60_000;
const HALF_HOUR = 30 * MINUTE;
const DAY = 48 * HALF_HOUR;
/** Years go from 1970 to 2199. */
const LAST_DAY = Date.UTC(2200, 0, 1);

interface Schedule {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  /** Undefined for `?`. */
  readonly days: ReadonlySet<number> | undefined;
  readonly months: ReadonlySet<number>;
  /** 1 is Sunday; undefined for `?`. */
  readonly weekdays: ReadonlySet<number> | undefined;
}

const names = {
  months: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' '),
  weekdays: 'SUN MON TUE WED THU FRI SAT'.split(' '),
};

function readExpression(expression: string): Schedule {
  const fields = /^cron\((\S+) (\S+) (\S+) (\S+) (\S+) \*\)$/.exec(expression)?.slice(1);
  if (!fields) throw new Error(`no expression of six fields: ${expression}`);
  const [minutes, hours, days, months, weekdays] = fields as [string, string, string, string, string];
  if ([days, weekdays].filter((field) => field === '?').length !== 1) throw new Error(`one ? in ${expression}`);
  return {
    minutes: values(minutes, 0, 59),
    hours: values(hours, 0, 23),
    days: days === '?' ? undefined : values(days, 1, 31),
    months: values(months, 1, 12, names.months),
    weekdays: weekdays === '?' ? undefined : values(weekdays, 1, 7, names.weekdays),
  };
}

function values(field: string, least: number, most: number, named: readonly string[] = []): Set<number> {
  const one = (text: string): number => {
    const value = named.includes(text) ? named.indexOf(text) + 1 : /^\d+$/.test(text) ? Number(text) : NaN;
    if (!(value >= least && value <= most)) throw new Error(`${text} in ${field} is not from ${least} to ${most}`);
    return value;
  };
  const found = new Set<number>();
  for (const item of field.split(',')) {
    const [, start, end, step] = /^(\*|[A-Z0-9]+)(?:-([A-Z0-9]+))?(?:\/(\d+))?$/.exec(item) ?? [];
    if (start === undefined) throw new Error(`${item} in ${field} means nothing`);
    const from = start === '*' ? least : one(start);
    const to = end !== undefined ? one(end) : start === '*' || step !== undefined ? most : from;
    if (from > to) throw new Error(`${item} in ${field} runs backwards`);
    for (let value = from; value <= to; value += Number(step ?? 1)) found.add(value);
  }
  return found;
}

function fits(schedule: Schedule, local: number): boolean {
  const date = new Date(local);
  return (
    schedule.minutes.has(date.getUTCMinutes()) && schedule.hours.has(date.getUTCHours()) && fitsDate(schedule, local)
  );
}

function fitsDate({ months, days, weekdays }: Schedule, local: number): boolean {
  const date = new Date(local);
  if (!months.has(date.getUTCMonth() + 1)) return false;
  return days ? days.has(date.getUTCDate()) : weekdays!.has(date.getUTCDay() + 1);
}

/** What the clock on the wall shows at a moment, as though it showed UTC. */
function wallClock(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const [year, month, day, hour, minute] = (['year', 'month', 'day', 'hour', 'minute'] as const).map((type) =>
      parts.get(type),
    ) as [number, number, number, number, number];
    return Date.UTC(year, month - 1, day, hour, minute);
  };
}
