import cronstrue from 'cronstrue';
import { parseCron } from '../ir/cron.ts';

/**
 * A valid cron expression in words: `At 09:00, Monday through Friday`. Where both day fields are restricted it says
 * that either is enough, which people expect the least.
 */
export function wording(cron: string): string {
  const words = cronstrue.toString(cron, { use24HourTimeFormat: true });
  const parsed = parseCron(cron);
  if (!('cron' in parsed)) return words;
  const { daysRestricted, weekdaysRestricted, months, hours, minutes } = parsed.cron;
  if (daysRestricted && weekdaysRestricted) return `${words} (either is enough)`;
  const fixed = hours.length < 24 && minutes.length <= 4 && !/every/i.test(words);
  const everyDay = !daysRestricted && !weekdaysRestricted && months.length === 12;
  return fixed && everyDay ? `${words}, every day` : words;
}
