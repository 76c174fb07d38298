import type { Skill } from '../../../../lib/skills/skill.ts';
import { readFindings } from '../lib/check.ts';
import { counted } from '../lib/counted.ts';
import { toJson } from '../lib/json.ts';
import { readInventory, readLibrary } from '../lib/library.ts';
import type { Repairs } from '../lib/repairs.ts';
import { COPIES, REPAIRS } from '../lib/repairs.ts';
import { applyFixes } from './apply.ts';

/**
 * Writes a copy of every document with mistakes put right. The first round makes only the repairs that cannot change
 * what a reader understands. Being sent back means that those were not enough: then the likely ones are made too.
 * Every round begins with the documents as they are.
 */
const repairDocs: Skill = async (context) => {
  const level = context.round === 1 ? 1 : 2;
  const { documents } = await readLibrary(context, await readInventory(context));
  const findings = (await readFindings(context)).flatMap((one) => one.findings);
  const repairs: Repairs = { round: context.round, level, made: [], putOff: [] };
  for (const document of documents) {
    const own = findings.filter((finding) => finding.document === document.path && (finding.fix?.level ?? 3) <= level);
    const { text, made, putOff } = applyFixes(document.text, own);
    await context.artifacts.write(COPIES + document.path, text);
    repairs.made.push(...made);
    repairs.putOff.push(...putOff);
  }
  await context.artifacts.write(REPAIRS, toJson(repairs));
  return { note: `${counted(repairs.made.length, 'repair')} of level ${level === 1 ? '1' : '1 and 2'}` };
};

export default repairDocs;
