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

/** Hours at which the parts of a day stand, and the half of the day in which an hour beside them is meant. */
const PARTS: ReadonlyMap<string, { readonly hour: number; readonly half?: 'am' | 'pm' }> = new Map([
  ['morning', { hour: 9, half: 'am' }],
  ['mornings', { hour: 9, half: 'am' }],
  ['afternoon', { hour: 14, half: 'pm' }],
  ['afternoons', { hour: 14, half: 'pm' }],
  ['evening', { hour: 18, half: 'pm' }],
  ['evenings', { hour: 18, half: 'pm' }],
  ['night', { hour: 21, half: 'pm' }],
  ['nights', { hour: 21, half: 'pm' }],
  ['nightly', { hour: 21, half: 'pm' }],
  ['noon', { hour: 12 }],
  ['midday', { hour: 12 }],
  ['midnight', { hour: 0 }],
]);
const DEFAULT = '0 9';
const TIME = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?h?$/;

interface Time {
  readonly hour: number;
  readonly minute: number;
  /** An hour without anything that tells the morning from the afternoon. */
  readonly bare: boolean;
}

/** Reads what is left of a schedule after its days: clock times and parts of the day. */
export function readTimes(words: readonly string[]): ReadTimes {
  if (words.join(' ') === 'twice') return { kind: 'times', fields: ['0 9,17'], stated: true };
  const parts = words.filter((word) => PARTS.has(word));
  const others = words.filter((word) => !PARTS.has(word));
  if (words.length === 0) return { kind: 'times', fields: [DEFAULT], stated: false };
  const half = parts.length === 1 ? PARTS.get(parts[0]!)!.half : undefined;
  const clock = others.map((word) => readTime(word, half));
  const wrong = others.find((_, i) => clock[i] === undefined);
  if (wrong !== undefined) return { kind: 'unknown', why: `"${wrong}" is neither a day nor a time` };
  const named = clock.length > 0 && half !== undefined ? [] : parts.map((part) => plainTime(PARTS.get(part)!.hour));
  return fieldsOf([...named, ...(clock as Time[])]);
}

function plainTime(hour: number): Time {
  return { hour, minute: 0, bare: false };
}

function readTime(word: string, half: 'am' | 'pm' | undefined): Time | undefined {
  const [, hours, minutes, stated] = TIME.exec(word) ?? [];
  if (hours === undefined) return undefined;
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  if (minute > 59 || hour > 23 || (stated !== undefined && (hour < 1 || hour > 12))) return undefined;
  const side = stated ?? (hour >= 1 && hour <= 12 ? half : undefined);
  const bare = side === undefined && minutes === undefined && hour >= 1 && hour <= 6 && !word.endsWith('h');
  return { hour: side === undefined ? hour : (hour % 12) + (side === 'pm' ? 12 : 0), minute, bare };
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
