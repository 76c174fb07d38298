import { checkSkill } from '../lib/check.ts';
import { checkLinks } from './check.ts';

/** Looks at every link and image: does its file exist, has the file that heading, does the link say where it goes? */
export default checkSkill('links', checkLinks);
