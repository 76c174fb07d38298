import type { Deployed } from '../../../cloud/deployed.ts';
import { describeExecution, resumeRun } from '../../../cloud/executions.ts';
import { reconcile } from '../../../cloud/reconcile.ts';
import { redrivable, redriveRun } from '../../../cloud/redrive.ts';
import type { CloudRun } from '../../../cloud/runs.ts';
import { isUnfinished } from '../../../local/records.ts';
import { HEADER, WORKFLOW } from '../../../node/record.ts';
import { workflowItem } from '../../../node/start-run.ts';
import { asItem } from '../../../node/view.ts';
import { exitCode } from '../../exit-codes.ts';
import { followRun } from '../../follow-run.ts';
import type { CloudOptions } from '../../in-cloud.ts';
import { changedSince, chooseCloudRun, inCloud, stillAtWork } from '../../in-cloud.ts';
import type { Command, Refused } from '../../io.ts';
import { isRefused, refuse } from '../../io.ts';
import { sayFinished } from '../../say-finished.ts';

interface Options extends CloudOptions {
  readonly run?: string;
  readonly force?: boolean;
  readonly wait?: boolean;
}

/**
 * Goes on with an unfinished run of the deployed workflow: the service redrives its execution where that does what is
 * meant, else a new execution takes it over.
 */
export const resume: Command<Options> = (call) =>
  inCloud(call, call.args[0], async (place) => {
    const { io, options } = call;
    const { deployed, about } = place;
    const chosen = await chooseCloudRun(deployed, options.run, isUnfinished);
    if (isRefused(chosen)) return refuse(call, chosen);
    if (!isUnfinished(chosen)) return sayFinished(call, chosen);
    const recorded = await reconcile(deployed, chosen, io.now());
    const refused = await whyNot(deployed, recorded, options.force ?? false);
    if (refused) return refuse(call, refused);
    if (recorded.changed.length > 0) await takeUp(deployed, recorded);
    const { run } = recorded;
    const going = await goOnWith(deployed, recorded, io.now());
    if (isRefused(going)) return refuse(call, going);
    const { execution, why } = going;
    const by = why === undefined ? 'redrive' : 'execution';
    const how = why === undefined ? 'its execution is redriven' : `in a new execution, since ${why}`;
    if (!options.json) io.stdout(`The run ${run} goes on: ${how}.\n`);
    if (options.wait) return followRun(call, place, { run, execution });
    if (options.json) io.stdout(`${JSON.stringify({ run, status: 'running', execution, by, ...(why && { why }) })}\n`);
    else io.stdout(`Look at it with: stepwright status${about} --run ${run}\n`);
    return exitCode.done;
  });

async function whyNot(deployed: Deployed, recorded: CloudRun, force: boolean): Promise<Refused | undefined> {
  const { run, header, changed, leases } = recorded;
  // Of a run that has a result its execution may have been redriven a moment ago.
  const working = await describeExecution(deployed.stepFunctions, header.owner);
  if (working?.status === 'RUNNING' || working?.status === 'PENDING_REDRIVE')
    return { refused: `the run ${run} is being worked on by the execution ${header.owner}` };
  if (force) return undefined;
  if (changed.length > 0) return { refused: `${changedSince(recorded)}; --force goes on with it by id` };
  if (leases.length > 0) return { refused: `${stillAtWork(recorded)}; --force goes on at once` };
  return undefined;
}

/** `why` says why it is a new execution. */
async function goOnWith(
  deployed: Deployed,
  recorded: CloudRun,
  now: Date,
): Promise<{ readonly execution: string; readonly why?: string } | Refused> {
  const { run, header } = recorded;
  const found = await redrivable(deployed, recorded, now);
  const done = 'not' in found ? found : await redriveRun(deployed, recorded, found.epoch);
  if (done === 'redriven') return { execution: header.owner };
  if (done === 'changed')
    return { refused: `somebody else has changed the run ${run} in this moment: look at it again` };
  return { execution: await resumeRun(deployed, header), why: done.not };
}

/** From now on the run is one of the workflow as it is here. */
async function takeUp({ state, workflow }: Deployed, { run, header, items }: CloudRun): Promise<void> {
  await state.write(run, WORKFLOW, asItem(workflowItem({ workflow })), items.get(WORKFLOW)?.rev ?? 0);
  const { version } = workflow.table;
  await state.write(run, HEADER, asItem({ ...header, version }), items.get(HEADER)!.rev);
}
