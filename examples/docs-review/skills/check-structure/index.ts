import { checkSkill } from '../lib/check.ts';
import { checkStructure } from './check.ts';

/** Looks at the order of the headings and at the form of the lines. */
export default checkSkill('structure', checkStructure);
