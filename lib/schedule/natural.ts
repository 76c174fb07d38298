import { parseCron } from '../ir/cron.ts';
import { readDays } from './natural-days.ts';
import { readInterval } from './natural-interval.ts';
import { readTimes } from './natural-times.ts';
import { readWords } from './natural-words.ts';
import type { Understood } from './understood.ts';

/** What is understood, for those who wrote something else. */
export const EXAMPLES: readonly string[] = [
  'every weekday at 9am',
  'every monday morning',
  'weekends at 10:30',
  'every 15 minutes',
  'every 2 hours',
  'first of the month',
  'twice a day',
];

/**
 * Reads a schedule in English words, such as `every weekday at 9am`. Without a time it is 9:00; the morning is 9:00, the
 * afternoon 14:00, the evening 18:00 and the night 21:00; twice a day is 9:00 and 17:00. Nothing is guessed from words
 * that are not known.
 */
export function readNatural(text: string): Understood {
  const plain = text.trim();
  if (plain === '') return { kind: 'unknown', why: 'it is empty' };
  if ('cron' in parseCron(plain)) return { kind: 'cron', cron: plain.split(/[ \t]+/).join(' ') };
  const words = readWords(plain);
  const interval = readInterval(words);
  if (interval) return interval;
  const days = readDays(words);
  if (days.kind === 'unknown') return days;
  const times = readTimes(days.rest);
  if (times.kind === 'unknown') return times;
  if (!times.stated && !days.stated) return { kind: 'unknown', why: 'it says neither when nor how often' };
  const crons = times.fields.flatMap((time) => days.fields.map((day) => `${time} ${day}`));
  const why = times.why ?? days.why;
  return why === undefined ? { kind: 'cron', cron: crons[0]! } : { kind: 'ambiguous', why, options: crons };
}
