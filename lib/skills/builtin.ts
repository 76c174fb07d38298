import { engineeringCloseout } from './builtin/engineering-closeout.ts';
import type { BuiltinSkill } from './resolved.ts';

/** Skills that need no folder. One of the same name in the skills' folder comes first. */
export const builtinSkills: ReadonlyMap<string, BuiltinSkill['skill']> = new Map([
  ['engineering-closeout', engineeringCloseout],
]);
