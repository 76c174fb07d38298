import { settleExecution } from '../node/settle-execution.ts';
import type { Deployed } from './deployed.ts';
import type { CloudRun } from './runs.ts';
import { readCloudRun } from './runs.ts';
import { describeExecution } from './executions.ts';

/** Milliseconds after the end of an execution in which whoever is told of it may be about to settle its run. */
const TOLD = 60_000;

/**
 * Settles a run whose execution has ended while nobody was told: such events are best effort. Resolves to the run as it
 * stands then. Who may only read sees it as it is.
 */
export async function reconcile(deployed: Deployed, recorded: CloudRun, now: Date): Promise<CloudRun> {
  const { run, header, leases } = recorded;
  const open = header.result === undefined || (header.provisional === true && leases.length === 0);
  if (!open) return recorded;
  const execution = recorded.execution ?? (await describeExecution(deployed.stepFunctions, header.owner));
  const { status, ended } = execution ?? {};
  if (status !== 'FAILED' && status !== 'TIMED_OUT' && status !== 'ABORTED') return recorded;
  if (ended && now.getTime() - ended.getTime() < TOLD) return recorded;
  const { workflow, state, artifacts } = deployed;
  const event = { run, execution: header.owner, cancelled: status === 'ABORTED' };
  try {
    await settleExecution(event, { workflow, state, artifacts, now: () => now });
  } catch (error) {
    if (error instanceof Error && error.name.startsWith('AccessDenied')) return recorded;
    throw error;
  }
  return (await readCloudRun(deployed, run)) ?? recorded;
}
