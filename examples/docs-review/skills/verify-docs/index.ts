import type { Skill } from '../../../../lib/skills/skill.ts';
import { readFindings } from '../lib/check.ts';
import { counted } from '../lib/counted.ts';
import { inWords } from '../lib/finding.ts';
import { toJson } from '../lib/json.ts';
import { readInventory, readLibrary } from '../lib/library.ts';
import type { Verdict } from '../lib/repairs.ts';
import { COPIES, VERDICT } from '../lib/repairs.ts';
import { judge } from './judge.ts';

/**
 * The gate. Repeats on the repaired copies the checks that were made on the documents, and fails while the copies hold
 * errors that a repair is known for, or mistakes that the documents did not have. Errors that only a person can put
 * right pass into the report, unless `with.strict` or the run's input (`{"strict": true}`) says that none may be left.
 */
const verifyDocs: Skill = async (context) => {
  const strict = context.args['strict'] === true || context.context['strict'] === 'true';
  const before = await readFindings(context);
  const copies = await readLibrary(context, await readInventory(context), COPIES);
  const { left, objections } = judge(before, copies, strict);
  if (objections.length > 0) return { status: 'failed', note: evidence(objections) };

  const verdict: Verdict = { round: context.round, checks: before.map((one) => one.check), left };
  await context.artifacts.write(VERDICT, toJson(verdict));
  const errors = left.filter((finding) => finding.severity === 'error').length;
  return {
    note: `round ${context.round}: ${counted(left.length, 'finding')} left, ${counted(errors, 'error')} among them`,
  };
};

export default verifyDocs;

type Objection = ReturnType<typeof judge>['objections'][number];

/** The first few in full: the note is read in a list of nodes. */
function evidence(objections: readonly Objection[]): string {
  const shown = objections.slice(0, 5).map(({ why, finding }) => `${why}: ${inWords(finding)}`);
  const rest = objections.length - shown.length;
  return [counted(objections.length, 'objection'), ...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}
