import { parseCron } from '../ir/cron.ts';
import type { Schedule } from '../ir/graph.ts';
import { nextRuns } from './next-runs.ts';
import { wording } from './wording.ts';

/** A schedule for people: in words, and when it fires next. */
export interface ScheduleFacts {
  readonly enabled: boolean;
  readonly cron: string | null;
  /** UTC where the file names none. */
  readonly timezone: string;
  readonly overlap: Schedule['overlap'];
  readonly words: string | null;
  /** The next runs, as if it were enabled; none where the expression is wrong. */
  readonly next: readonly Date[];
}

export function scheduleFacts({ enabled, cron, timezone, overlap }: Schedule, now: Date, runs = 3): ScheduleFacts {
  const zone = timezone?.text ?? 'UTC';
  const valid = cron !== undefined && 'cron' in parseCron(cron.text);
  return {
    enabled,
    cron: cron?.text ?? null,
    timezone: zone,
    overlap,
    words: valid ? wording(cron.text) : null,
    next: valid ? nextRuns(cron.text, zone, now, runs) : [],
  };
}

/** `Tue 2026-12-01 09:00`, as clocks in the zone show it. */
export function localTime(at: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value.replace('.', '')]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type)!;
  return `${part('weekday')} ${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}
