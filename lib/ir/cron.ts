/** A five-field cron expression as the sets of values at which it fires, each ascending. */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Days of the month. */
  readonly days: readonly number[];
  /** 1 is January. */
  readonly months: readonly number[];
  /** 0 is Sunday, 6 Saturday. */
  readonly weekdays: readonly number[];
  /** Whether the day fields are anything but `*`. With both restricted a day fires that fits either of them. */
  readonly daysRestricted: boolean;
  readonly weekdaysRestricted: boolean;
  /** Where each list item of the day-of-month field begins: `29-31` begins at 29, and `*` is not among them. */
  readonly dayStarts: readonly number[];
}

export type ParsedCron = { readonly cron: Cron } | Problem;

/** A sentence without its stop, and what to do about it. */
interface Problem {
  readonly problem: string;
  readonly advice?: string;
}

interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names of the values from `least` on. */
  readonly names?: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const FIELDS = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12, names: MONTHS },
  { name: 'weekday', least: 0, most: 7, names: WEEKDAYS },
] as const satisfies readonly Field[];

/**
 * Reads POSIX cron: five fields of `*`, numbers, ranges and lists, with names for months and weekdays and with steps
 * after `*` or a range. 0 and 7 are Sunday, which may also end a range. A problem reads as a sentence without its stop.
 */
export function parseCron(text: string): ParsedCron {
  const parts = text.trim().split(/[ \t]+/);
  if (parts.length !== 5 || parts[0] === '') return wrongCount(text.trim(), parts.length);
  const [minute, hour, day, month, weekday] = parts.map((part, i) => parseField(part, FIELDS[i]!)) as [
    Values,
    Values,
    Values,
    Values,
    Values,
  ];
  for (const field of [minute, hour, day, month, weekday]) {
    if ('problem' in field) return field;
  }
  const valuesOf = (field: Values) => ('values' in field ? field.values : []);
  return {
    cron: {
      minutes: valuesOf(minute),
      hours: valuesOf(hour),
      days: valuesOf(day),
      months: valuesOf(month),
      weekdays: sorted(valuesOf(weekday).map((value) => value % 7)),
      daysRestricted: parts[2] !== '*',
      weekdaysRestricted: parts[4] !== '*',
      dayStarts: 'starts' in day ? day.starts : [],
    },
  };
}

/** The most days that a month (1 is January) can have. */
export function longestMonth(month: number): number {
  return month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whether any day fits at all: the 30th of February never comes. */
export function everFires({ days, months, weekdaysRestricted }: Cron): boolean {
  return weekdaysRestricted || months.some((month) => days[0]! <= longestMonth(month));
}

/** Whether the expression fires at some minute of a day. The month counts from 1. */
export function firesOn(cron: Cron, month: number, day: number, weekday: number): boolean {
  if (!cron.months.includes(month)) return false;
  const [byDay, byWeekday] = [cron.days.includes(day), cron.weekdays.includes(weekday)];
  return cron.daysRestricted && cron.weekdaysRestricted ? byDay || byWeekday : byDay && byWeekday;
}

function wrongCount(text: string, count: number): ParsedCron {
  if (text === '')
    return { problem: 'it is empty', advice: 'Write five fields: minute, hour, day of month, month, weekday.' };
  if (text.startsWith('@'))
    return { problem: 'names such as @daily are not known', advice: 'Write five fields, such as "0 9 * * *".' };
  if (count === 6 || count === 7)
    return { problem: `it has ${count} fields`, advice: 'Only 5-field cron, no seconds and no years.' };
  return {
    problem: `it has ${count === 1 ? '1 field' : `${count} fields`}`,
    advice: 'Write five fields: minute, hour, day of month, month, weekday.',
  };
}

type Values = { readonly values: readonly number[]; readonly starts: readonly number[] } | Problem;

function parseField(text: string, field: Field): Values {
  const values = new Set<number>();
  const starts: number[] = [];
  for (const item of text.split(',')) {
    const found = parseItem(item, text, field);
    if ('problem' in found) return found;
    if (found.named) starts.push(found.from);
    for (let value = found.from; value <= found.to; value += found.step) values.add(value);
  }
  return { values: sorted(values), starts };
}

interface Item {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** Whether its values are written out, and not `*`. */
  readonly named: boolean;
}

function parseItem(item: string, text: string, field: Field): Item | Problem {
  const where = `the ${field.name} "${text}"`;
  const [range, step, ...more] = item.split('/');
  if (range === undefined || range === '' || more.length > 0) {
    return { problem: `${where} has an empty or broken item` };
  }
  const every = parseStep(step, where, field);
  if (typeof every !== 'number') return every;
  if (range === '*') {
    return { from: field.least, to: field.names === WEEKDAYS ? 6 : field.most, step: every, named: false };
  }
  const span = parseRange(range, where, field);
  if (step !== undefined && !('problem' in span) && !range.includes('-')) {
    return { problem: `${where} has a step after a single value`, advice: `Write "${range}-${field.most}/${step}".` };
  }
  return 'problem' in span ? span : { ...span, step: every, named: true };
}

function parseStep(step: string | undefined, where: string, field: Field): number | Problem {
  const every = step === undefined ? 1 : parseNumber(step);
  if (every === undefined) return { problem: `${where} has a step that is no number` };
  if (every === 0) return { problem: `${where} has a step of zero` };
  if (every > field.most) return { problem: `${where} has a step larger than its largest value, ${field.most}` };
  return every;
}

/** A value or a range of values. */
function parseRange(range: string, where: string, field: Field): { from: number; to: number } | Problem {
  if (range.includes('?')) {
    return { problem: `${where} holds "?", which this kind of cron does not know`, advice: 'Write "*".' };
  }
  const ends = range.split('-').map((end) => parseEnd(end, field));
  const [from, last = from] = ends;
  if (ends.length > 2 || from === undefined || last === undefined || ends.includes(undefined)) {
    return { problem: `${where} holds "${range}", which is neither a value nor a range`, advice: valuesOf(field) };
  }
  const to = field.names === WEEKDAYS && last === 0 && from > 0 ? 7 : last;
  const bad = [from, to].find((value) => value < field.least || value > field.most);
  if (bad !== undefined) return { problem: `${where} holds ${bad}`, advice: valuesOf(field) };
  if (from > to) return { problem: `${where} holds the range "${range}", which runs backwards` };
  return { from, to };
}

function parseEnd(text: string, field: Field): number | undefined {
  const name = field.names?.indexOf(text.toUpperCase()) ?? -1;
  return name === -1 ? parseNumber(text) : name + field.least;
}

function parseNumber(text: string): number | undefined {
  return /^[0-9]{1,4}$/.test(text) ? Number(text) : undefined;
}

function valuesOf({ least, most, names }: Field): string {
  return `Values go from ${least} to ${most}${names ? `, or ${names[0]} to ${names.at(-1)}` : ''}.`;
}

function sorted(values: Iterable<number>): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
