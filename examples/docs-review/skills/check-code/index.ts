import { checkSkill } from '../lib/check.ts';
import { checkCode } from './check.ts';

/** Looks at the blocks of code: is their language named and known, are they closed, does JSON parse? */
export default checkSkill('code', checkCode);
