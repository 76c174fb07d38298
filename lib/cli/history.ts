import type { Deployed } from '../cloud/deployed.ts';
import type { RecordedRun, RunStatus } from '../local/records.ts';
import { recordedRuns } from '../local/records.ts';
import { workflowName } from './choose-run.ts';
import type { Call } from './io.ts';
import { showRuns } from './show-runs.ts';

/** Which runs of the history are shown. */
export interface HistoryOptions {
  /** At most so many, the newest ones. */
  readonly last?: number;
  /** Only those that stand so. */
  readonly status?: string;
}

/** Shows the runs of this folder, or those of one workflow, the newest first. */
export async function showHistory(call: Call<HistoryOptions>): Promise<number> {
  const { io, args, options } = call;
  const name = args[0] === undefined ? undefined : workflowName(io.cwd, args[0]);
  const ours = ({ header }: RecordedRun) => name === undefined || header.workflow === name;
  return showRuns(call, await newest(recordedRuns(io.cwd), options, ours));
}

/** The same of a deployed workflow. */
export async function showCloudHistory(call: Call<HistoryOptions>, deployed: Deployed): Promise<number> {
  const { cloudRuns } = await import('../cloud/runs.ts');
  const { last, status } = call.options;
  // Without a status in the way the newest ones are all that has to be read.
  const runs = cloudRuns(deployed, status === undefined ? last : undefined);
  return showRuns(call, await newest(runs, call.options));
}

async function newest<Run extends { readonly status: RunStatus }>(
  runs: AsyncIterable<Run>,
  { last = Infinity, status }: HistoryOptions,
  wanted: (run: Run) => boolean = () => true,
): Promise<Run[]> {
  const found: Run[] = [];
  for await (const run of runs) {
    if (found.length >= last) break;
    if (wanted(run) && (status === undefined || run.status === status)) found.push(run);
  }
  return found;
}
