import type { Skill } from '../../../../lib/skills/skill.ts';
import { readInventory } from '../lib/library.ts';

/** Chooses what the documents need. The labels are those of the workflow's edges. */
const docsTriage: Skill = async (context) => {
  const { documents, scope, root } = await readInventory(context);
  if (documents.length === 0) return { label: 'nothing to review', note: `no documents to review in ${root}` };
  if (scope === 'links') return { label: 'links only', note: 'asked for by the input' };
  return { label: 'full review' };
};

export default docsTriage;
