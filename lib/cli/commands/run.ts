import type { Claim } from '../../local/claim.ts';
import { takeClaim } from '../../local/claim.ts';
import type { RecordedRun } from '../../local/records.ts';
import { damageOfLatest, isUnfinished, latestRunOf } from '../../local/records.ts';
import { readScript } from '../../local/run-files.ts';
import { newRunId } from '../../local/run-id.ts';
import { findWorkflow } from '../find-workflow.ts';
import type { Call, Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import type { PreparedRun } from '../prepare-run.ts';
import { prepareRun } from '../prepare-run.ts';
import type { GivenInput } from '../run-input.ts';
import { fitInput, readInput } from '../run-input.ts';
import type { ScriptChoice, SkillOptions } from '../run-options.ts';
import { chooseScript } from '../run-options.ts';
import { sayInvalid } from '../say-invalid.ts';
import { startNode } from '../start-node.ts';
import { workOnRun } from '../work-on-run.ts';

interface Options extends SkillOptions {
  readonly input?: string;
  readonly set?: readonly string[];
  readonly fresh?: boolean;
  readonly dryRun?: boolean;
  readonly from?: string;
}

/** Runs a workflow here: goes on with its latest run if that is unfinished, else starts a new one. */
export const run: Command<Options> = async (call) => {
  const { io, args, options } = call;
  if (options.dryRun) return (await import('./plan.ts')).showPlan(call, options.from);
  const file = findWorkflow(io.cwd, args[0]);
  if (isRefused(file)) return refuse(call, file);
  const chosen = await chooseScript(io.cwd, options);
  if (isRefused(chosen)) return refuse(call, chosen);
  const prepared = prepareRun(io.cwd, file, { ...chosen, skillsDir: options.skillsDir });
  if (prepared.kind === 'invalid') return sayInvalid(call, prepared);
  const { parameters } = prepared.workflow.table;
  const given = readInput(io.cwd, options.input, options.set, parameters);
  if (isRefused(given)) return refuse(call, given);
  if (given.warning !== undefined) io.stderr(`${io.colours.yellow('warning')} ${given.warning}\n`);
  if (options.from !== undefined) {
    const from = await startNode(io.cwd, prepared, options.from, options);
    if (isRefused(from)) return refuse(call, from);
    return workOnRun(call, {
      ...{ prepared, run: newRunId(io.now()), goesOn: false, input: given.input, from },
      asksNotion: !options.fresh,
    });
  }
  const { name } = prepared.workflow.table;
  // Of two that look for the latest run at the same moment, one finds what the other one has begun.
  const claim = options.fresh ? noClaim : await takeClaim(io.cwd, name);
  if ('heldBy' in claim)
    return refuse(call, { refused: `process ${claim.heldBy.pid} is about to begin a run of ${name}; try again` });
  try {
    return await runLatest(call, { prepared, chosen, given, begun: () => claim.release() });
  } finally {
    claim.release();
  }
};

const noClaim: Claim = { release: () => undefined };

interface Wanted {
  readonly prepared: PreparedRun;
  readonly chosen: ScriptChoice;
  readonly given: GivenInput;
  readonly begun: () => void;
}

/** Goes on with the latest run where that is to go on, else begins a new one. */
async function runLatest(call: Call<Options>, { prepared, chosen, given, begun }: Wanted): Promise<number> {
  const { io, options } = call;
  const { parameters, name } = prepared.workflow.table;
  const damage = options.fresh ? undefined : await damageOfLatest(io.cwd);
  if (damage !== undefined) {
    return refuse(call, { refused: `the record of the latest run is damaged: ${damage}; --fresh starts anew` });
  }
  const latest = options.fresh ? undefined : await latestRunOf(io.cwd, name);
  if (latest && isUnfinished(latest)) {
    const anew = await whyAnew(io.cwd, latest, chosen.script !== undefined);
    if (anew === undefined) {
      if (given.input !== undefined && !sameInput(given.input, latest.state.input)) {
        return refuse(call, {
          refused: `the unfinished run ${latest.run} has another input; --fresh starts anew with this one`,
        });
      }
      return workOnRun(call, { prepared, run: latest.run, goesOn: true, begun });
    }
    io.stderr(`${anew}: a new one is started.\n`);
  }
  const misfit = fitInput(given, parameters);
  if (misfit) return refuse(call, misfit);
  return workOnRun(call, { prepared, run: newRunId(io.now()), goesOn: false, input: given.input, begun });
}

/** Why an unfinished run does not go on by itself. */
async function whyAnew(cwd: string, { run, header }: RecordedRun, scriptedNow: boolean): Promise<string | undefined> {
  // Whoever ended it with Ctrl-C may want to go on; whoever cancelled it has said that they do not.
  if (header.givenUp) return `The run ${run} was cancelled, and only stepwright resume goes on with it`;
  // Trying a workflow with scripted outcomes and running it in earnest are never mixed in one run.
  const scripted = (await readScript(cwd, run)) !== undefined;
  if (scripted === scriptedNow) return undefined;
  return `The unfinished run ${run} ${scripted ? 'has scripted outcomes' : 'runs real skills'}`;
}

function sameInput(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
