import type { SettledExecution } from '../node/settle-execution.ts';
import { settleExecution } from '../node/settle-execution.ts';
import { markCancelled } from '../node/settle-run.ts';
import type { Deployed } from './deployed.ts';
import { stopExecution } from './executions.ts';
import type { CloudRun } from './runs.ts';

/**
 * Stops the execution that works on a run and marks the run as cancelled. The mark comes first, so that no handler
 * starts in between; one that is at work goes on to its end, and what it records stands.
 */
export async function cancelCloudRun(
  deployed: Deployed,
  { run, header, execution }: CloudRun,
  now: () => Date,
): Promise<SettledExecution> {
  const { workflow, state, artifacts, stepFunctions } = deployed;
  const { owner, epoch } = header;
  await markCancelled({ run, epoch }, { state });
  if (execution?.status === 'RUNNING') await stopExecution(stepFunctions, owner);
  return settleExecution({ run, execution: owner, cancelled: true }, { workflow, state, artifacts, now });
}
