import type { Understood } from './understood.ts';
import { readTimes } from './natural-times.ts';

const UNITS = { minute: 60, hour: 24 } as const;
const UNIT = /^(minute|min|hour|hr)s?$/;

const COUNTED = new Set(['half hour', 'half an hour', 'quarter hour', 'quarter an hour']);

/** `every 15 minutes`, `every other hour`, `hourly`; undefined for what is no such thing. */
export function readInterval(words: readonly string[]): Understood | undefined {
  const [first, second = '', third = '', ...more] = words;
  if (first === 'hourly') return words.length === 1 ? every(1, 'hour') : behind(words.slice(1));
  if (first !== 'every' && first !== 'each') return undefined;
  const rest = words.slice(1).join(' ');
  if (COUNTED.has(rest)) return every(second === 'half' ? 30 : 15, 'minute');
  const single = third === '' ? unitOf(second) : undefined;
  if (single !== undefined) return every(1, single);
  if (unitOf(second) !== undefined) return behind(words.slice(2));
  const number = numberOf(second);
  return number === undefined ? undefined : everySo(number, third, more);
}

function everySo(number: number, units: string, more: readonly string[]): Understood | undefined {
  if (/^days?$/.test(units) && number > 0) return everyDays(number, more);
  if (/^months?$/.test(units) && number > 0) return everyMonths(number, more);
  const unit = unitOf(units);
  if (unit === undefined) return /^(week|year)s?$/.test(units) && number > 1 ? tooLong(number, units) : undefined;
  if (more.length === 0) return every(number, unit);
  return behind(more);
}

function behind(more: readonly string[]): Understood {
  return { kind: 'unknown', why: `"${more.join(' ')}" behind an interval is not understood; --cron can say that` };
}

function numberOf(word: string): number | undefined {
  if (['other', 'second', '2nd'].includes(word)) return 2;
  return /^\d{1,4}$/.test(word) ? Number(word) : undefined;
}

function unitOf(word: string): keyof typeof UNITS | undefined {
  const found = UNIT.exec(word)?.[1];
  return found === undefined ? undefined : found.startsWith('m') ? 'minute' : 'hour';
}

/** Cron counts anew in every hour and on every day, so only what divides them is evenly spaced. */
function every(number: number, unit: keyof typeof UNITS): Understood {
  if (number === 0) return { kind: 'unknown', why: `every 0 ${unit}s is never` };
  if (unit === 'minute' && number % 60 === 0) return every(number / 60, 'hour');
  if (unit === 'hour' && number === 24) return { kind: 'cron', cron: '0 9 * * *' };
  const whole = UNITS[unit];
  if (number < whole && whole % number === 0) return { kind: 'cron', cron: cronOf(number, unit) };
  const even = [...Array(whole - 1).keys()].map((i) => i + 1).filter((step) => whole % step === 0);
  const below = even.filter((step) => step < number).at(-1)!;
  const above = even.find((step) => step > number);
  const options = [cronOf(below, unit), above === undefined ? next(unit) : cronOf(above, unit)];
  if (number > whole) {
    if (unit === 'hour')
      return { kind: 'unknown', why: `every ${number} hours is longer than a day; --cron can name days` };
    if (number > 24 * 60) return { kind: 'unknown', why: `every ${number} minutes is longer than a day` };
    const hours = [...Array(24).keys()].map((i) => i + 1).filter((n) => 24 % n === 0);
    const [less, more] = [hours.filter((n) => n * 60 < number).at(-1)!, hours.find((n) => n * 60 > number)!];
    return {
      kind: 'ambiguous',
      why: `cron cannot repeat every ${number} minutes evenly`,
      options: [cronOf(less, 'hour'), more === 24 ? next('hour') : cronOf(more, 'hour')],
    };
  }
  const within = unit === 'minute' ? 'an hour' : 'a day';
  return { kind: 'ambiguous', why: `${number} does not divide ${within}, so cron cannot repeat it evenly`, options };
}

function everyDays(number: number, more: readonly string[]): Understood {
  if (number > 15) return tooLong(number, 'days');
  const times = readTimes(more);
  if (times.kind === 'unknown') return times;
  const days = [`1-31/${number} * *`, ...(number <= 3 ? [`* * ${number === 2 ? '1,3,5' : '1,4'}`] : [])];
  if (number === 1 && times.why === undefined) return { kind: 'cron', cron: `${times.fields[0]!} * * *` };
  if (number === 1) return { kind: 'ambiguous', why: times.why!, options: times.fields.map((time) => `${time} * * *`) };
  const options = days.flatMap((day) => times.fields.map((time) => `${time} ${day}`));
  const why = `cron counts days anew in each month, so every ${number} days is uneven there`;
  return { kind: 'ambiguous', why, options };
}

function everyMonths(number: number, more: readonly string[]): Understood {
  if (more.length > 0 || number > 12 || 12 % number !== 0) return tooLong(number, 'months');
  const months = Array.from({ length: 12 / number }, (_, i) => 1 + i * number);
  return { kind: 'cron', cron: `0 9 1 ${number === 1 ? '*' : months.join(',')} *` };
}

function tooLong(number: number, units: string): Understood {
  return {
    kind: 'unknown',
    why: `cron cannot say every ${number} ${units.replace(/s?$/, 's')}; --cron can name days and months`,
  };
}

function cronOf(number: number, unit: keyof typeof UNITS): string {
  if (unit === 'minute') return number === 1 ? '* * * * *' : `*/${number} * * * *`;
  return number === 1 ? '0 * * * *' : `0 */${number} * * *`;
}

function next(unit: keyof typeof UNITS): string {
  return unit === 'minute' ? cronOf(1, 'hour') : '0 9 * * *';
}
