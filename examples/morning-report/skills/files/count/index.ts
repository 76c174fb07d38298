import type { Skill } from '../../../../../lib/skills/skill.ts';
import { counted, linesOf, needText } from '../../lib/args.ts';

const SHOWN = 4;

/**
 * How many files of which kind a listing holds. Args: `listing`, a path a line; a path that ends in `/` is a folder and
 * does not count. The output's first line is the number, the second the most frequent kinds.
 */
const count: Skill = (context) => {
  const files = linesOf(needText(context, 'listing')).filter((path) => !path.endsWith('/'));
  const counts = new Map<string, number>();
  for (const path of files) counts.set(kindOf(path), (counts.get(kindOf(path)) ?? 0) + 1);
  const kinds = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  const rest = kinds.slice(SHOWN).reduce((sum, [, number]) => sum + number, 0);
  const shown = kinds.slice(0, SHOWN).map(([kind, number]) => `${kind} ${number}`);
  const line = [...shown, ...(rest > 0 ? [`others ${rest}`] : [])].join(', ');
  return { output: [counted(files.length, 'file'), ...(line === '' ? [] : [`- ${line}`])].join('\n') };
};

export default count;

/** The extension in lower case; a name like `.profile` or `Makefile` has none. */
function kindOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : 'no extension';
}
