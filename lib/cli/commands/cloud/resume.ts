import type { Deployed } from '../../../cloud/deployed.ts';
import { resumeRun } from '../../../cloud/executions.ts';
import type { CloudRun } from '../../../cloud/runs.ts';
import { isUnfinished } from '../../../local/records.ts';
import { HEADER, WORKFLOW } from '../../../node/record.ts';
import { workflowItem } from '../../../node/start-run.ts';
import { asItem } from '../../../node/view.ts';
import { exitCode } from '../../exit-codes.ts';
import { followRun } from '../../follow-run.ts';
import type { CloudOptions } from '../../in-cloud.ts';
import { changedSince, chooseCloudRun, inCloud } from '../../in-cloud.ts';
import type { Command } from '../../io.ts';
import { isRefused, refuse } from '../../io.ts';
import { sayFinished } from '../../say-finished.ts';

interface Options extends CloudOptions {
  readonly run?: string;
  readonly force?: boolean;
  readonly wait?: boolean;
}

/** Goes on with an unfinished run of the deployed workflow, by a new execution that takes it over. */
export const resume: Command<Options> = (call) =>
  inCloud(call, call.args[0], async (place) => {
    const { io, options } = call;
    const { deployed, about } = place;
    const recorded = await chooseCloudRun(deployed, options.run, isUnfinished);
    if (isRefused(recorded)) return refuse(call, recorded);
    if (!isUnfinished(recorded)) return sayFinished(call, recorded);
    const { run, header, execution: working } = recorded;
    if (working?.status === 'RUNNING')
      return refuse(call, { refused: `the run ${run} is being worked on by the execution ${header.owner}` });
    if (recorded.changed.length > 0 && !options.force)
      return refuse(call, { refused: `${changedSince(recorded)}; --force goes on with it by id` });
    if (recorded.changed.length > 0) await takeUp(deployed, recorded);
    const execution = await resumeRun(deployed, header);
    if (options.wait) return followRun(call, place, { run, execution });
    if (options.json) io.stdout(`${JSON.stringify({ run, status: 'running', execution })}\n`);
    else io.stdout(`The run ${run} goes on.\nLook at it with: stepwright status${about} --run ${run}\n`);
    return exitCode.done;
  });

/** From now on the run is one of the workflow as it is here. */
async function takeUp({ state, workflow }: Deployed, { run, header, items }: CloudRun): Promise<void> {
  await state.write(run, WORKFLOW, asItem(workflowItem({ workflow })), items.get(WORKFLOW)?.rev ?? 0);
  const { version } = workflow.table;
  await state.write(run, HEADER, asItem({ ...header, version }), items.get(HEADER)!.rev);
}
