import type { Skill } from '../../../../../lib/skills/skill.ts';
import { counted, linesOf, needText } from '../../lib/args.ts';

/**
 * Today's events in order, with those that clash marked. Args: `events`, a line each: `09:30-10:00 Title`.
 * The output's first line is a summary.
 */
const agenda: Skill = (context) => {
  const lines = linesOf(needText(context, 'events'));
  const events = lines.flatMap((line) => readEvent(line) ?? []);
  if (events.length < lines.length) {
    const unclear = lines.filter((line) => readEvent(line) === undefined);
    return { status: 'failed', note: `not understood: ${unclear.join('; ')}` };
  }
  events.sort((a, b) => a.start - b.start || a.end - b.end);
  let busyUntil = 0;
  let clashes = 0;
  const texts = events.map((event) => {
    const clash = event.start < busyUntil;
    if (clash) clashes += 1;
    busyUntil = Math.max(busyUntil, event.end);
    return `- ${event.text}${clash ? ' (clash)' : ''}`;
  });
  const summary = counted(events.length, 'event') + (clashes === 0 ? '' : `, ${clashes} in a clash`);
  return { output: [summary, ...texts].join('\n') };
};

export default agenda;

interface Event {
  /** Minutes since midnight. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function readEvent(line: string): Event | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d) \S/.exec(line);
  if (match === null) return undefined;
  const [startHour, startMinute, endHour, endMinute] = match.slice(1).map(Number) as [number, number, number, number];
  const start = startHour * 60 + startMinute;
  const end = endHour * 60 + endMinute;
  return end > start ? { start, end, text: line } : undefined;
}
