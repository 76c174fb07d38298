import { MONTHS, WEEKDAYS } from './natural-names.ts';

/** The day, month and weekday fields that words mean, and the words that are about the time of day. */
export type ReadDays =
  | {
      readonly kind: 'days';
      /** Such as `* * 1-5`, the likeliest first. */
      readonly fields: readonly string[];
      readonly why?: string;
      /** Whether there is any word about days. */
      readonly stated: boolean;
      readonly rest: readonly string[];
    }
  | { readonly kind: 'unknown'; readonly why: string };

const EVERY_DAY = new Set(['daily', 'day', 'days', 'everyday', 'every', 'each', 'a', 'once', 'per', 'nightly']);
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const DAILY = new Set(['daily', 'everyday', 'nightly']);
const RANGE_WORDS = new Set(['to', 'through', 'until', 'till']);
/** Weeks have no place in cron, so a week without its day may be any of these. */
const SOME_WEEKDAYS = ['* * 1', '* * 5', '* * 0'];

/** Reads the words about days, weeks and months. Words that it does not know are left for the time of day. */
export function readDays(words: readonly string[]): ReadDays {
  const beyond = notInCron(words);
  if (beyond !== undefined) return { kind: 'unknown', why: beyond };
  const found = sortOut(joinRanges(words));
  const { weekdays, days, months, week, otherDay, rest, stated } = found;
  const month = months.size > 0 ? list(months) : '*';
  if (days.size > 0 && weekdays.size > 0)
    return { kind: 'unknown', why: 'it names a day of the month and a weekday, and cron fires on either of them' };
  if (otherDay && weekdays.size + days.size === 0) {
    return {
      kind: 'days',
      fields: [`1-31/2 ${month} *`, `* ${month} 1,3,5`],
      why: 'cron counts days anew in each month, so it cannot say every other day',
      stated,
      rest,
    };
  }
  if (week && weekdays.size === 0)
    return { kind: 'days', fields: SOME_WEEKDAYS, why: 'it does not say on which day of the week', stated, rest };
  const day = days.size > 0 ? list(days) : found.monthly || (months.size > 0 && !found.daily) ? '1' : '*';
  if (weekdays.size > 0) return { kind: 'days', fields: [`* ${month} ${weekdayField(weekdays)}`], stated, rest };
  return { kind: 'days', fields: [`${day} ${month} *`], stated, rest };
}

/** What people ask for and five fields cannot say. */
function notInCron(words: readonly string[]): string | undefined {
  const text = words.join(' ');
  if (/\b(biweekly|fortnight(ly)?)\b|\b(other|second|2) weeks?\b/.test(text))
    return 'cron cannot say every two weeks; two days of the month, such as "on the 1st and 15th", come near';
  if (/\blast (day|\w+day)\b/.test(text) || /\bend month\b/.test(text))
    return 'cron cannot name the last day of a month; the 28th, or the 1st, comes near';
  const ordinal = ORDINALS.find((word) => WEEKDAYS.some((day) => text.includes(`${word} ${day}`)));
  if (ordinal !== undefined) return `cron cannot name the ${ordinal} such weekday of a month`;
  if (/\b(except|but|not|unless|without)\b/.test(text))
    return 'exceptions are not understood; name the days that are meant';
  if (/\b(tomorrow|today|tonight|next)\b/.test(text)) return 'a schedule repeats; it cannot be for one day';
  const often = /\b(\d+|thrice)( times?)? (a|per|every|each) (day|week)\b|\bthrice\b|\btimes\b/.exec(text);
  return often ? 'it does not say at which times' : undefined;
}

interface Sorted {
  readonly weekdays: Set<number>;
  readonly days: Set<number>;
  readonly months: Set<number>;
  readonly week: boolean;
  readonly monthly: boolean;
  /** Whether it says in so many words that every day is meant. */
  readonly daily: boolean;
  readonly otherDay: boolean;
  readonly stated: boolean;
  readonly rest: readonly string[];
}

function sortOut(words: readonly string[]): Sorted {
  const weekdays = new Set<number>();
  const days = new Set<number>();
  const months = new Set<number>();
  const daily = words.some((word, i) => isDaily(word, words[i - 1]));
  let [week, monthly, yearly, otherDay, stated] = [false, false, false, false, false];
  const rest = words.filter((word, i) => {
    const known = takeWord(word, words[i - 1], words[i + 1]);
    stated ||= known;
    return !known || word === 'nightly';
  });
  if (yearly && months.size === 0) months.add(1);
  return { weekdays, days, months, week, monthly, daily, otherDay, stated, rest };

  function takeWord(word: string, before: string | undefined, after: string | undefined): boolean {
    const range = weekdayRange(word);
    if (range) range.forEach((day) => weekdays.add(day));
    else if (dayOfMonth(word, before, after) !== undefined) days.add(dayOfMonth(word, before, after)!);
    else if (monthOf(word) !== undefined) months.add(monthOf(word)!);
    else if (word === 'week' || word === 'weekly') week = true;
    else if (word === 'month' || word === 'months' || word === 'monthly') monthly = true;
    else if (word === 'quarterly' || word === 'quarter') [1, 4, 7, 10].forEach((month) => months.add(month));
    else if (word === 'yearly' || word === 'annually' || word === 'year') yearly = true;
    else if (word === 'other' && (before === 'every' || before === 'each')) otherDay = true;
    else return EVERY_DAY.has(word);
    return true;
  }
}

function isDaily(word: string, before: string | undefined): boolean {
  return DAILY.has(word) || (word === 'day' && (before === 'every' || before === 'each'));
}

/** `monday to friday`, also with `from` before it, as one word; and `day 5` as `5th`. */
function joinRanges(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const isRange = RANGE_WORDS.has(words[i + 1] ?? '') && weekdayOf(words[i]!) !== undefined;
    if (isRange && weekdayOf(words[i + 2] ?? '') !== undefined) {
      if (joined.at(-1) === 'from') joined.pop();
      joined.push(`${words[i]!}-${words[i + 2]!}`);
      i += 2;
    } else if (words[i] === 'day' && /^\d{1,2}$/.test(words[i + 1] ?? '') && !EVERY_DAY.has(words[i - 1] ?? '')) {
      joined.push(`${words[i + 1]!}th`);
      i += 1;
    } else joined.push(words[i]!);
  }
  return joined;
}

function weekdayRange(word: string): readonly number[] | undefined {
  if (/^(weekdays?|workdays?)$/.test(word)) return [1, 2, 3, 4, 5];
  if (/^weekends?$/.test(word)) return [0, 6];
  const [from, to, ...more] = word.split('-').map(weekdayOf);
  if (from === undefined || more.length > 0) return undefined;
  if (!word.includes('-')) return [from];
  if (to === undefined) return undefined;
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, i) => (from + i) % 7);
}

function weekdayOf(word: string): number | undefined {
  const short = word.replace(/s$/, '');
  const index = WEEKDAYS.findIndex(
    (day) =>
      day === short || day.slice(0, 3) === word || (word.length >= 4 && day.startsWith(short) && short.length >= 3),
  );
  return index === -1 || short.length < 3 ? undefined : index;
}

/** `1st`, `first` of the month, and a number beside a month's name. */
function dayOfMonth(word: string, before = '', after = ''): number | undefined {
  const number = /^(\d{1,2})(st|nd|rd|th)$/.exec(word)?.[1] ?? (nameOfMonth(before) || nameOfMonth(after) ? word : '');
  if (/^\d{1,2}$/.test(number)) return Number(number) >= 1 && Number(number) <= 31 ? Number(number) : undefined;
  const index = ORDINALS.indexOf(word);
  return index === -1 || before === 'every' || after === 'week' ? undefined : index + 1;
}

function nameOfMonth(word: string): boolean {
  return MONTHS.some((month) => month === word || (word.length >= 3 && word !== 'may' && month.slice(0, 3) === word));
}

function monthOf(word: string): number | undefined {
  if (!nameOfMonth(word)) return undefined;
  return MONTHS.findIndex((month) => month.startsWith(word.slice(0, 3))) + 1;
}

function weekdayField(weekdays: ReadonlySet<number>): string {
  const text = list(weekdays);
  return text === '1,2,3,4,5' ? '1-5' : text === '0,1,2,3,4,5,6' ? '*' : text;
}

function list(values: ReadonlySet<number>): string {
  return [...values].sort((a, b) => a - b).join(',');
}
