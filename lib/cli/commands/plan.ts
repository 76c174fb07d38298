import { printHuman } from '../../diagnostics/print-human.ts';
import { latestRunOf } from '../../local/records.ts';
import { readScript } from '../../local/run-files.ts';
import { readTimeline } from '../../local/timeline.ts';
import { exitCode } from '../exit-codes.ts';
import type { Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { planJson, planOf, printPlan } from '../plan.ts';
import { sayInvalid } from '../say-invalid.ts';

/** Shows what would run, and runs nothing. */
export const plan: Command = async (call) => {
  const { io, args, options } = call;
  const loaded = loadWorkflow(io.cwd, args[0]);
  if (isRefused(loaded)) return refuse(call, loaded);
  if (loaded.kind === 'invalid') return sayInvalid(call, loaded);
  const { file, compiled, warnings } = loaded;
  io.stderr(printHuman(warnings, new TextDecoder().decode(file.source), file.file, io.colours));
  const found = planOf(compiled, await lastedIn(io.cwd, compiled.table.name));
  io.stdout(options.json ? planJson(found) : printPlan(found, io.colours));
  return exitCode.done;
};

/** The seconds that nodes took in the latest run, where that was in earnest. */
async function lastedIn(cwd: string, workflow: string): Promise<Map<string, number>> {
  const latest = await latestRunOf(cwd, workflow);
  if (!latest || (await readScript(cwd, latest.run))) return new Map();
  const spans = await readTimeline(cwd, latest.run);
  const passed = spans.filter(({ end }) => end === 'passed');
  return new Map(passed.map(({ node, from, to }) => [node, (to - from) / 1000]));
}
