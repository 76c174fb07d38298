import type { RunState } from '../node/assemble.ts';
import { settleRun, stopWork } from '../node/settle-run.ts';
import type { Deployed } from './deployed.ts';
import { stopExecution } from './executions.ts';
import type { CloudRun } from './runs.ts';

/**
 * Stops the execution that works on a run and marks the run as cancelled. The mark comes first, so that no handler
 * starts in between; what is running in one may go on to its end, and does not count.
 */
export async function cancelCloudRun(
  deployed: Deployed,
  { run, header, execution }: CloudRun,
  now: () => Date,
): Promise<RunState> {
  const { workflow, state, artifacts, stepFunctions } = deployed;
  await stopWork(run, { state, now });
  if (execution?.status === 'RUNNING') await stopExecution(stepFunctions, header.owner);
  const settled = await settleRun({ run, cancelled: true }, { workflow, state, artifacts, now });
  return settled.state;
}
