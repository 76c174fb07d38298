import { printHuman } from '../../diagnostics/print-human.ts';
import { exitCode } from '../exit-codes.ts';
import type { Call, Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { planJson, planOf, printPlan } from '../plan.ts';
import { sayInvalid } from '../say-invalid.ts';

/** Shows what would run, and runs nothing. */
export const plan: Command = (call) => Promise.resolve(showPlan(call));

export function showPlan(call: Call<object>): number {
  const { io, args, options } = call;
  const loaded = loadWorkflow(io.cwd, args[0]);
  if (isRefused(loaded)) return refuse(call, loaded);
  if (loaded.kind === 'invalid') return sayInvalid(call, loaded);
  const { file, compiled, warnings } = loaded;
  io.stderr(printHuman(warnings, new TextDecoder().decode(file.source), file.file, io.colours));
  const found = planOf(compiled);
  io.stdout(options.json ? planJson(found) : printPlan(found, io.colours));
  return exitCode.done;
}
