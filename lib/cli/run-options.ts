import { readScript } from '../skills/read-script.ts';
import type { Script } from '../skills/scripted.ts';
import type { Trigger } from '../node/record.ts';
import { readScript as storedScript } from '../local/run-files.ts';
import { quoted } from './how-to-call.ts';
import type { Refused } from './io.ts';
import { isRefused } from './io.ts';
import type { OutputFormat } from './output-format.ts';

/** Options of every verb that runs a workflow. */
interface WorkOptions {
  readonly force?: boolean;
  readonly state?: string;
  readonly maxConcurrency?: number;
  readonly output?: OutputFormat;
  /** Of a new run: whose it is, for the log in Notion. */
  readonly client?: string;
  /** Of a new run: what starts it, where that is no person. */
  readonly triggeredBy?: Trigger;
}

/** Options of `run`, `resume` and `approve` that say what runs. */
export interface SkillOptions extends WorkOptions {
  /** The script's file, or true without one. */
  readonly mock?: string | true;
  readonly skillsDir?: readonly string[];
}

/** The options that a command which goes on with the run needs again: the run does not keep where skills were found. */
export function optionsAgain({ skillsDir = [] }: SkillOptions): string {
  return skillsDir.map((dir) => ` --skills-dir ${quoted(dir)}`).join('');
}

/** What stands in place of skills; without a script real skills run. */
export interface ScriptChoice {
  readonly script: Script | undefined;
  /** Whether it is the script that the run was begun with, and not one given for this command. */
  readonly stored: boolean;
}

/** The script that the options ask for; for a run that goes on, the one that it was begun with where they do not say. */
export async function chooseScript(cwd: string, { mock }: SkillOptions, run?: string): Promise<ScriptChoice | Refused> {
  if (mock === undefined) {
    const script = run === undefined ? undefined : await storedScript(cwd, run);
    return { script, stored: true };
  }
  const script = mock === true ? new Map() : readScript(cwd, mock);
  return isRefused(script) ? script : { script, stored: false };
}
