import type { Deployed } from '../cloud/deployed.ts';
import type { RunStatus } from '../local/records.ts';
import { recordedRuns } from '../local/records.ts';
import { runsOf } from './choose-run.ts';
import { findWorkflow } from './find-workflow.ts';
import type { Call, Io } from './io.ts';
import { isRefused } from './io.ts';
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
  const [wanted] = args;
  const runs = await newest(recordedRuns(io.cwd), options, wanted === undefined ? undefined : runsOf(io.cwd, wanted));
  if (runs.length === 0) warnOfUnknown(io, wanted);
  return showRuns(call, runs);
}

/** Where there is no run, the name may be a slip. */
export function warnOfUnknown(io: Io, wanted: string | undefined): void {
  const file = wanted === undefined ? undefined : findWorkflow(io.cwd, wanted);
  if (file && isRefused(file)) io.stderr(`${io.colours.yellow('warning')} ${file.refused}\n`);
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
