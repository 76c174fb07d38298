import type { Skill } from '../../../../../lib/skills/skill.ts';
import { counted, linesOf, needText } from '../../lib/args.ts';
import type { Day } from '../../lib/day.ts';
import { dayOf } from '../../lib/day.ts';

/**
 * The reminders that are due on a day; the output is empty when none is.
 * Args: `timestamp`, `timezone`, and `reminders`, a line each: `every day: …`, `every Mon: …`, `day 1: …` (of the
 * month), `on 2026-11-30: …`. Fails on a line that is none of these, so that no reminder is lost by a slip.
 */
const due: Skill = (context) => {
  const day = dayOf(needText(context, 'timestamp'), needText(context, 'timezone'));
  const reminders = linesOf(needText(context, 'reminders')).map(readReminder);
  const unclear = reminders.filter((reminder) => typeof reminder === 'string');
  if (unclear.length > 0) return { status: 'failed', note: `not understood: ${unclear.join('; ')}` };

  const texts = reminders.flatMap((reminder) =>
    typeof reminder === 'object' && reminder.isDue(day) ? [`- ${reminder.text}`] : [],
  );
  if (texts.length === 0) return { output: '', note: `nothing on ${day.date}` };
  return { output: [counted(texts.length, 'reminder'), ...texts].join('\n') };
};

export default due;

interface Reminder {
  readonly text: string;
  isDue(day: Day): boolean;
}

/** The line itself when it is no reminder. */
function readReminder(line: string): Reminder | string {
  const [, word, when = '', text = ''] = /^(every|day|on) (\S+): (.+)$/.exec(line) ?? [];
  if (word === 'every' && when === 'day') return { text, isDue: () => true };
  if (word === 'every' && /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/.test(when)) {
    return { text, isDue: (day) => day.weekday === when };
  }
  if (word === 'day' && /^([1-9]|[12]\d|3[01])$/.test(when)) {
    return { text, isDue: (day) => day.dayOfMonth === Number(when) };
  }
  if (word === 'on' && /^\d{4}-\d\d-\d\d$/.test(when)) return { text, isDue: (day) => day.date === when };
  return line;
}
