import { checkSkill } from '../lib/check.ts';
import type { Term } from '../lib/terms.ts';
import { TERMS } from '../lib/terms.ts';
import { checkWording } from './check.ts';

/** Looks at words and sentences: the spelling of terms, slips of the pen, long or roundabout sentences. */
export default checkSkill('wording', checkWording, async (context) => ({
  terms: JSON.parse(await context.artifacts.read(TERMS)) as Term[],
}));
