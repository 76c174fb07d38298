import type { Skill } from '../../../../../lib/skills/skill.ts';
import { linesOf, needText, optionalText } from '../../lib/args.ts';
import { dayOf } from '../../lib/day.ts';

/**
 * What kind of day it is: `working`, `weekend`, or `closed: <why>`.
 * Args: `timestamp` (ISO 8601), `timezone` (IANA), `closed` (lines of a date and why nobody works then).
 */
const kind: Skill = (context) => {
  const { date, weekday } = dayOf(needText(context, 'timestamp'), needText(context, 'timezone'));
  const closed = linesOf(optionalText(context, 'closed') ?? '').find((line) => line.startsWith(`${date} `));
  if (closed !== undefined) return { output: `closed: ${closed.slice(date.length).trim()}`, note: date };
  return { output: weekday === 'Sat' || weekday === 'Sun' ? 'weekend' : 'working', note: date };
};

export default kind;
