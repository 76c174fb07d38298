import type { Skill } from '../../../../../lib/skills/skill.ts';
import { linesOf, needText } from '../../lib/args.ts';

/** The report in one line: the summaries of its parts. Args: `report`. */
const headline: Skill = (context) => {
  const summaries = needText(context, 'report')
    .split(/\n{2,}/)
    .flatMap((part) => linesOf(part).slice(0, 1));
  return { output: summaries.join('; ') };
};

export default headline;
