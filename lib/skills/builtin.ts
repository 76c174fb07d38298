import { engineeringCloseout } from './builtin/engineering-closeout.ts';
import type { Skill } from './skill.ts';

/** Skills that need no folder. One of the same name in the skills' folder comes first. */
export const builtinSkills: ReadonlyMap<string, Skill> = new Map([['engineering-closeout', engineeringCloseout]]);
