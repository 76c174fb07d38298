import type { Skill } from '../../../../../lib/skills/skill.ts';
import { counted, linesOf, needText } from '../../lib/args.ts';

const SHOWN = 3;

/**
 * What went wrong according to a log. Args: `log`, an entry a line: `2026-10-05T02:14:07Z ERROR message`, the level
 * being DEBUG, INFO, WARN or ERROR. Equal messages count together. Fails on the first line that is no entry.
 */
const summary: Skill = (context) => {
  const lines = linesOf(needText(context, 'log'));
  const errors = new Map<string, { first: string; count: number }>();
  for (const [i, line] of lines.entries()) {
    const match = /^\d{4}-\d\d-\d\dT(\d\d:\d\d)\S* (DEBUG|INFO|WARN|ERROR) (.+)$/.exec(line);
    if (match === null) throw new Error(`line ${i + 1} of the log is no entry: "${line.slice(0, 40)}"`);
    const [, time = '', level, message = ''] = match;
    if (level !== 'ERROR') continue;
    const known = errors.get(message);
    if (known) known.count += 1;
    else errors.set(message, { first: time, count: 1 });
  }
  const total = [...errors.values()].reduce((sum, error) => sum + error.count, 0);
  const texts = [...errors].map(
    ([message, { first, count }]) => `- ${first} ${message}${count > 1 ? ` (${count} times)` : ''}`,
  );
  const rest = texts.length - SHOWN;
  return {
    output: [
      `${counted(total, 'error')} in ${lines.length} log entries`,
      ...texts.slice(0, SHOWN),
      ...(rest > 0 ? [`- and ${rest} more`] : []),
    ].join('\n'),
  };
};

export default summary;
