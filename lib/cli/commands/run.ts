import { damageOfLatest, isUnfinished, latestRunOf } from '../../local/records.ts';
import { readScript } from '../../local/run-files.ts';
import { newRunId } from '../../local/run-id.ts';
import { findWorkflow } from '../find-workflow.ts';
import type { Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { prepareRun } from '../prepare-run.ts';
import { fitInput, readInput } from '../run-input.ts';
import type { SkillOptions } from '../run-options.ts';
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
  if (options.dryRun) return (await import('./plan.ts')).plan(call);
  const file = findWorkflow(io.cwd, args[0]);
  if (isRefused(file)) return refuse(call, file);
  const chosen = await chooseScript(io.cwd, options);
  if (isRefused(chosen)) return refuse(call, chosen);
  const prepared = prepareRun(io.cwd, file, { ...chosen, skillsDir: options.skillsDir });
  if (prepared.kind === 'invalid') return sayInvalid(call, prepared);
  const { parameters } = prepared.workflow.table;
  const given = readInput(io.cwd, options.input, options.set, parameters);
  if (isRefused(given)) return refuse(call, given);
  if (options.from !== undefined) {
    const from = await startNode(io.cwd, prepared, options.from, options);
    if (isRefused(from)) return refuse(call, from);
    return workOnRun(call, { prepared, run: newRunId(io.now()), goesOn: false, input: given.input, from });
  }

  const damage = options.fresh ? undefined : await damageOfLatest(io.cwd);
  if (damage !== undefined) {
    return refuse(call, { refused: `the record of the latest run is damaged: ${damage}; --fresh starts anew` });
  }
  const latest = options.fresh ? undefined : await latestRunOf(io.cwd, prepared.workflow.table.name);
  if (latest && isUnfinished(latest)) {
    // Trying a workflow with scripted outcomes and running it in earnest are never mixed in one run.
    const scripted = (await readScript(io.cwd, latest.run)) !== undefined;
    if (scripted === (chosen.script !== undefined)) {
      if (given.input !== undefined && !sameInput(given.input, latest.state.input)) {
        return refuse(call, {
          refused: `the unfinished run ${latest.run} has another input; --fresh starts anew with this one`,
        });
      }
      return workOnRun(call, { prepared, run: latest.run, goesOn: true });
    }
    io.stderr(
      `The unfinished run ${latest.run} ${scripted ? 'has scripted outcomes' : 'runs real skills'}: a new one is started.\n`,
    );
  }
  const misfit = fitInput(given, parameters);
  if (misfit) return refuse(call, misfit);
  return workOnRun(call, { prepared, run: newRunId(io.now()), goesOn: false, input: given.input });
};

function sameInput(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
