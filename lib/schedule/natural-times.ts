import { nearest } from '../diagnostics/near.ts';
import { MONTHS, WEEKDAYS } from './natural-names.ts';

/** The minute and hour fields that words mean; several with `why`, where they may mean more than one thing. */
export type ReadTimes =
  | {
      readonly kind: 'times';
      /** Such as `0 9`, the likeliest first. */
      readonly fields: readonly string[];
      readonly why?: string;
      /** Whether there is any word about the time of day. */
      readonly stated: boolean;
    }
  | { readonly kind: 'unknown'; readonly why: string };

/** A part of the day: the hour at which it stands by itself, and the hours that lie in it, where it may have one beside it. */
interface Part {
  readonly hour: number;
  readonly within?: (hour: number) => boolean;
}

const MORNING: Part = { hour: 9, within: (hour) => hour > 0 && hour < 12 };
const AFTERNOON: Part = { hour: 14, within: (hour) => hour >= 12 && hour <= 18 };
const EVENING: Part = { hour: 18, within: (hour) => hour >= 16 };
const NIGHT: Part = { hour: 21, within: (hour) => hour >= 18 || hour <= 6 };

const PARTS: ReadonlyMap<string, Part> = new Map([
  ['morning', MORNING],
  ['mornings', MORNING],
  ['afternoon', AFTERNOON],
  ['afternoons', AFTERNOON],
  ['evening', EVENING],
  ['evenings', EVENING],
  ['night', NIGHT],
  ['nights', NIGHT],
  ['nightly', NIGHT],
  ['noon', { hour: 12 }],
  ['midday', { hour: 12 }],
  ['midnight', { hour: 0 }],
]);
const ZONE = /^([a-z_]+\/[a-z_/+-]+[0-9]*|utc|gmt|ces?t|[ecmp][sd]t|bst|ist|jst)$/;
const DEFAULT = '0 9';
const TIME = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?h?$/;

interface Time {
  readonly hour: number;
  readonly minute: number;
  /** An hour without anything that tells the morning from the afternoon. */
  readonly bare: boolean;
  /** Whether the hour may be counted from noon. */
  readonly half: boolean;
}

/** Reads what is left of a schedule after its days: clock times and parts of the day. */
export function readTimes(words: readonly string[]): ReadTimes {
  if (words.length === 0) return { kind: 'times', fields: [DEFAULT], stated: false };
  if (words.includes('twice')) return readTwice(words.filter((word) => word !== 'twice'));
  const parts = words.filter((word) => PARTS.has(word));
  const others = words.filter((word) => !PARTS.has(word));
  const wrong = others.find((word) => readTime(word) === undefined);
  if (wrong !== undefined) return { kind: 'unknown', why: whyWrong(wrong) };
  const clock = others.map((word) => readTime(word)!);
  const wide = parts.filter((name) => PARTS.get(name)!.within);
  if (wide.length > 1 && clock.length > 0)
    return {
      kind: 'unknown',
      why: `it is not clear what ${others.join(' and ')} belong to; say for example 8am and 6pm`,
    };
  const part = parts.length === 1 ? PARTS.get(parts[0]!)! : undefined;
  if (clock.length === 0 || part?.within === undefined)
    return fieldsOf([...parts.map((name) => plainTime(PARTS.get(name)!.hour)), ...clock]);
  const meant = clock.map((time) => inPart(time, part.within!));
  const outside = others.find((_, i) => meant[i] === undefined);
  if (outside !== undefined) return { kind: 'unknown', why: `${outside} does not lie in the ${parts[0]!}` };
  return fieldsOf(meant as Time[]);
}

/** Twice a day is at nine and at five, unless two times are named. */
function readTwice(others: readonly string[]): ReadTimes {
  if (others.length === 0) return { kind: 'times', fields: ['0 9,17'], stated: true };
  if (others.length !== 2) return { kind: 'unknown', why: 'twice a day needs two times, such as 9am and 5pm' };
  return readTimes(others);
}

function whyWrong(word: string): string {
  if (ZONE.test(word)) return `${word} is a time zone, which --timezone sets`;
  const near = nearest(word, [...WEEKDAYS, ...MONTHS, ...PARTS.keys()]);
  return `"${word}" is neither a day nor a time${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

function plainTime(hour: number): Time {
  return { hour, minute: 0, bare: false, half: false };
}

function readTime(word: string): Time | undefined {
  const [, hours, minutes, stated] = TIME.exec(word) ?? [];
  if (hours === undefined) return undefined;
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  if (minute > 59 || hour > 23 || (stated !== undefined && (hour < 1 || hour > 12))) return undefined;
  if (stated !== undefined) return { hour: (hour % 12) + (stated === 'pm' ? 12 : 0), minute, bare: false, half: false };
  const half = hour >= 1 && hour <= 12 && !word.endsWith('h');
  return { hour, minute, bare: half && minutes === undefined && hour <= 6, half };
}

/** The time as it is meant in a part of the day; undefined where it does not lie in it. */
function inPart({ hour, minute, half }: Time, within: (hour: number) => boolean): Time | undefined {
  const meant = (half ? [hour % 12, (hour % 12) + 12] : [hour]).find(within);
  return meant === undefined ? undefined : { ...plainTime(meant), minute };
}

/** One cron expression has the same minutes in all its hours. */
function fieldsOf(times: readonly Time[]): ReadTimes {
  const minutes = [...new Set(times.map(({ minute }) => minute))];
  if (minutes.length > 1)
    return { kind: 'unknown', why: 'its times have different minutes, which one cron expression cannot say' };
  const field = (shift: number) => {
    const hours = times.map(({ hour, bare }) => hour + (bare ? shift : 0));
    return `${minutes[0]!} ${[...new Set(hours)].sort((a, b) => a - b).join(',')}`;
  };
  if (!times.some(({ bare }) => bare)) return { kind: 'times', fields: [field(0)], stated: true };
  const which = times.find(({ bare }) => bare)!.hour;
  return {
    kind: 'times',
    fields: [field(12), field(0)],
    why: `${which} may be in the morning or in the afternoon`,
    stated: true,
  };
}
