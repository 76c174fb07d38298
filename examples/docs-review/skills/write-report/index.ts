import type { Skill, SkillContext } from '../../../../lib/skills/skill.ts';
import { readFindings } from '../lib/check.ts';
import { toJson } from '../lib/json.ts';
import { readInventory } from '../lib/library.ts';
import type { Repairs, Verdict } from '../lib/repairs.ts';
import { REPAIRS, VERDICT } from '../lib/repairs.ts';
import type { Term } from '../lib/terms.ts';
import { TERMS } from '../lib/terms.ts';
import { figuresOf } from './figures.ts';
import { reportText } from './text.ts';

/** Brings everything together: `artifacts/report.md` for people, `artifacts/report.json` for programs. */
const writeReport: Skill = async (context) => {
  const inventory = await readInventory(context);
  const found = await readFindings(context);
  const repairs = await readIfPresent<Repairs>(context, REPAIRS);
  const verdict = await readIfPresent<Verdict>(context, VERDICT);
  const terms = (await readIfPresent<Term[]>(context, TERMS)) ?? [];
  const figures = figuresOf(inventory, found, repairs, verdict);
  await context.artifacts.write('artifacts/report.json', toJson(figures));
  await context.artifacts.write('artifacts/report.md', reportText({ inventory, figures, repairs, verdict, terms }));
  const { total } = figures;
  return { note: `${total.found} found, ${total.repaired} repaired, ${total.left} left` };
};

export default writeReport;

async function readIfPresent<T>(context: SkillContext, path: string): Promise<T | undefined> {
  if (!context.inputs.includes(path)) return undefined;
  return JSON.parse(await context.artifacts.read(path)) as T;
}
