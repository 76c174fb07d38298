import { visible } from '../diagnostics/show.ts';
import type { ScheduleFacts } from '../schedule/facts.ts';
import { localTime } from '../schedule/facts.ts';
import type { Palette } from './palette.ts';

/** A schedule in lines: its expression in words, and its next runs by the clocks of its zone. */
export function scheduleLines(
  { enabled, cron, timezone, overlap, words, next }: ScheduleFacts,
  { green, yellow, dim }: Palette,
): string[] {
  if (cron === null) return [dim('no schedule')];
  const state = enabled ? green('on') : yellow('off');
  return [
    `${state}  ${visible(cron)}  ${words ?? 'not valid'}`,
    dim(`${visible(timezone)}, overlap: ${overlap}`),
    ...next.map((at, i) => `${i === 0 ? 'Next' : '    '}  ${localTime(at, timezone)}`),
  ];
}

/** The same for programs; times are ISO text. */
export function scheduleJson({ next, ...facts }: ScheduleFacts): object {
  return { ...facts, next: next.map((at) => at.toISOString()) };
}
