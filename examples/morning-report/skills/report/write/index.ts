import type { Skill } from '../../../../../lib/skills/skill.ts';
import { linesOf, optionalText } from '../../lib/args.ts';

/** The order of the parts, and the names of their args. */
const PARTS = ['agenda', 'reminders', 'files', 'log'] as const;
/** A step's output may have so many characters. */
const LONGEST = 500;

/**
 * Puts the parts of the report together. Each is a text whose first line is its summary; parts that are missing are
 * left out. Where the whole would be too long, details give way, the longest part's first; summaries stay.
 */
const write: Skill = (context) => {
  const parts = PARTS.flatMap((name) => {
    const text = optionalText(context, name);
    if (text === undefined) return [];
    const [summary = '', ...details] = linesOf(text);
    return [{ summary, details, shown: details.length }];
  });
  if (parts.length === 0) return { output: 'Nothing to report.' };
  while (textOf(parts).length > LONGEST && parts.some((part) => part.shown > 0)) {
    const longest = parts.reduce((a, b) => (b.shown > a.shown ? b : a));
    longest.shown -= 1;
  }
  return { output: textOf(parts) };
};

export default write;

interface Part {
  readonly summary: string;
  readonly details: readonly string[];
  /** How many of the details are shown. */
  shown: number;
}

function textOf(parts: readonly Part[]): string {
  return parts
    .map(({ summary, details, shown }) =>
      [summary, ...details.slice(0, shown), ...(shown < details.length ? ['- …'] : [])].join('\n'),
    )
    .join('\n\n');
}
