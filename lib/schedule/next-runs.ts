import type { Cron } from '../ir/cron.ts';
import { everFires, firesOn, parseCron } from '../ir/cron.ts';
import { offsetIn } from '../ir/time-zone.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The platform's scheduler knows no later years, so a search has its end there. */
const END = Date.UTC(2200, 0, 1);

/**
 * The next runs of a schedule after a moment, at most `count` of them, as the platform's scheduler fires them: a local
 * time that does not exist in spring is skipped, and one that comes twice in autumn fires the first time only.
 * `cron` is a valid expression of five fields and `zone` a known zone (`UTC` where a schedule names none); throws
 * for others.
 */
export function nextRuns(cron: string, zone: string, from: Date, count: number): Date[] {
  const parsed = parseCron(cron);
  if ('problem' in parsed) throw new Error(`the cron expression '${cron}' is wrong: ${parsed.problem}`);
  const offset = offsetIn(zone);
  const runs: Date[] = [];
  if (!everFires(parsed.cron)) return runs;
  // A local day begins at most a day before or after the same day of UTC.
  for (let day = Math.floor(from.getTime() / DAY) * DAY - DAY; day < END && runs.length < count; day += DAY) {
    for (const at of runsOfDay(parsed.cron, offset, day)) {
      if (at > from.getTime() && runs.length < count) runs.push(new Date(at));
    }
  }
  return runs;
}

/** `day` is the local day as though it were one of UTC. */
function runsOfDay(cron: Cron, offset: (at: number) => number, day: number): number[] {
  const date = new Date(day);
  if (!firesOn(cron, date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay())) return [];
  // Every offset that holds within the local day holds at one of these moments or is none of a known zone. The larger
  // one comes first: by it a local time lies earlier.
  const offsets = [...new Set([day - DAY, day + DAY / 2, day + 2 * DAY].map(offset))].sort((a, b) => b - a);
  const local = cron.hours.flatMap((hour) => cron.minutes.map((minute) => day + (hour * 60 + minute) * MINUTE));
  return local.flatMap((time) => {
    const moments = offsets.map((minutes) => ({ minutes, at: time - minutes * MINUTE }));
    const first = moments.find(({ minutes, at }) => offsets.length === 1 || offset(at) === minutes);
    return first ? [first.at] : [];
  });
}
