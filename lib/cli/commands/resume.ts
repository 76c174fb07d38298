import { isUnfinished } from '../../local/records.ts';
import { chooseRun, workflowOf } from '../choose-run.ts';
import type { Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { prepareRun } from '../prepare-run.ts';
import type { SkillOptions } from '../run-options.ts';
import { chooseScript } from '../run-options.ts';
import { sayFinished } from '../say-finished.ts';
import { sayInvalid } from '../say-invalid.ts';
import { workOnRun } from '../work-on-run.ts';

interface Options extends SkillOptions {
  readonly run?: string;
  readonly cloud?: boolean;
}

/** Goes on with the latest unfinished run, or with the given one. A run of scripted outcomes keeps its script. */
export const resume: Command<Options> = async (call) => {
  const { io, args, options } = call;
  if (options.cloud) return (await import('./cloud/resume.ts')).resume(call);
  const recorded = await chooseRun(io.cwd, { workflow: args[0], run: options.run, prefer: isUnfinished });
  if (isRefused(recorded)) return refuse(call, recorded);
  if (!isUnfinished(recorded)) return sayFinished(call, recorded);
  const file = workflowOf(io.cwd, args[0], recorded);
  if (isRefused(file)) return refuse(call, file);
  const chosen = await chooseScript(io.cwd, options, recorded.run);
  if (isRefused(chosen)) return refuse(call, chosen);
  const prepared = prepareRun(io.cwd, file, { ...chosen, skillsDir: options.skillsDir });
  if (prepared.kind === 'invalid') return sayInvalid(call, prepared);
  return workOnRun(call, { prepared, run: recorded.run, goesOn: true });
};
