import { readScript } from '../skills/read-script.ts';
import type { Script } from '../skills/scripted.ts';
import type { Refused } from './io.ts';
import type { WorkOptions } from './work-on-run.ts';

/** Options of `run`, `resume` and `approve` that say what runs. */
export interface SkillOptions extends WorkOptions {
  /** The script's file, or true without one. */
  readonly mock?: string | true;
  readonly skillsDir?: string;
}

/** The script that the options ask for; undefined where real skills are to run. */
export function scriptOf(cwd: string, { mock }: SkillOptions): Script | Refused | undefined {
  if (mock === undefined) return undefined;
  return mock === true ? new Map() : readScript(cwd, mock);
}
