import { printHuman } from '../../diagnostics/print-human.ts';
import { latestRunOf } from '../../local/records.ts';
import { readScript } from '../../local/run-files.ts';
import { readTimeline } from '../../local/timeline.ts';
import type { Deployed } from '../../cloud/deployed.ts';
import type { RunState } from '../../node/assemble.ts';
import { chooseRun } from '../choose-run.ts';
import { exitCode } from '../exit-codes.ts';
import type { CloudOptions } from '../in-cloud.ts';
import { chooseCloudRun, inCloud } from '../in-cloud.ts';
import type { Call, Command, Refused } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { noSuchNode } from '../no-such-node.ts';
import { planJson, planOf, printPlan, printRunCost } from '../plan.ts';
import { costOfRun } from '../run-cost.ts';
import { sayInvalid } from '../say-invalid.ts';

interface Options extends CloudOptions {
  readonly run?: string;
  readonly cloud?: boolean;
}

/** Shows what would run, and runs nothing; with `--run` what a run cost. */
export const plan: Command<Options> = async (call) => {
  const { io, args, options } = call;
  if (options.cloud)
    return inCloud(call, args[0], ({ deployed }) => showCost(call, () => cloudState(deployed, options)));
  if (options.run !== undefined)
    return showCost(call, async () => stateOf(await chooseRun(io.cwd, { workflow: args[0], run: options.run })));
  return showPlan(call);
};

/** The plan of a run, or of one that starts at the node that is wanted. */
export async function showPlan(call: Call<object>, wanted?: string): Promise<number> {
  const { io, args, options } = call;
  const loaded = loadWorkflow(io.cwd, args[0]);
  if (isRefused(loaded)) return refuse(call, loaded);
  if (loaded.kind === 'invalid') return sayInvalid(call, loaded);
  const { file, compiled, warnings } = loaded;
  const from = wanted?.normalize('NFC');
  const ids = compiled.table.nodes.map(({ id }) => id);
  if (from !== undefined && !ids.includes(from))
    return refuse(call, { refused: noSuchNode('the workflow', from, ids) });
  io.stderr(printHuman(warnings, new TextDecoder().decode(file.source), file.file, io.colours));
  const found = planOf(compiled, await lastedIn(io.cwd, compiled.table.name), from);
  io.stdout(options.json ? planJson(found) : printPlan(found, io.colours, io.terminal?.columns));
  return exitCode.done;
}

/** Of a run that is not of the workflow as it is now, only what both have in common is counted. */
async function showCost(call: Call<Options>, read: () => Promise<RunState | Refused>): Promise<number> {
  const { io, args, options } = call;
  const loaded = loadWorkflow(io.cwd, args[0]);
  if (isRefused(loaded)) return refuse(call, loaded);
  if (loaded.kind === 'invalid') return sayInvalid(call, loaded);
  const state = await read();
  if (isRefused(state)) return refuse(call, state);
  const found = costOfRun(loaded.compiled, state);
  io.stdout(options.json ? `${JSON.stringify(found, null, 2)}\n` : printRunCost(found));
  return exitCode.done;
}

async function cloudState(deployed: Deployed, { run }: Options): Promise<RunState | Refused> {
  return stateOf(await chooseCloudRun(deployed, run));
}

function stateOf(recorded: { readonly state: RunState } | Refused): RunState | Refused {
  return isRefused(recorded) ? recorded : recorded.state;
}

/** The seconds that nodes took in the latest run, where that was in earnest. */
async function lastedIn(cwd: string, workflow: string): Promise<Map<string, number>> {
  const latest = await latestRunOf(cwd, workflow);
  if (!latest || (await readScript(cwd, latest.run))) return new Map();
  const spans = await readTimeline(cwd, latest.run);
  const passed = spans.filter(({ end }) => end === 'passed');
  return new Map(passed.map(({ node, from, to }) => [node, (to - from) / 1000]));
}
