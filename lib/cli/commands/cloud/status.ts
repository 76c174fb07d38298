import { toJson } from '../../../ir/json.ts';
import type { CloudRun } from '../../../cloud/runs.ts';
import { cloudRuns } from '../../../cloud/runs.ts';
import { exitCode } from '../../exit-codes.ts';
import type { CloudOptions, InCloud } from '../../in-cloud.ts';
import { changedSince, chooseCloudRun, inCloud } from '../../in-cloud.ts';
import type { Call, Command } from '../../io.ts';
import { isRefused, refuse } from '../../io.ts';
import { printRun } from '../../print-status.ts';
import { showRuns } from '../../show-runs.ts';

interface Options extends CloudOptions {
  readonly run?: string;
  readonly last?: number;
  readonly status?: string;
}

/** Shows a run of the deployed workflow, the latest or `--run`, or the history, the newest first. */
export const status: Command<Options> = (call) =>
  inCloud(call, call.args[0], async (place) => {
    const { io, options } = call;
    if (options.run === undefined && (options.last !== undefined || options.status !== undefined))
      return history(call, place);
    const recorded = await chooseCloudRun(place.deployed, options.run);
    if (isRefused(recorded)) return options.run === undefined ? showRuns(call, []) : refuse(call, recorded);
    if (recorded.changed.length > 0) io.stderr(`${io.colours.yellow('warning')} ${changedSince(recorded)}\n`);
    const goOn = `No execution works on it; stepwright resume${place.about} goes on with it.`;
    if (options.json) io.stdout(`${toJson({ ...recorded.state, status: recorded.status }, 2)}\n`);
    else io.stdout(printRun(recorded, io.colours, goOn));
    return exitCode.done;
  });

async function history(call: Call<Options>, { deployed }: InCloud): Promise<number> {
  const { last = Infinity, status: wanted } = call.options;
  const found: CloudRun[] = [];
  // Without a status in the way the newest ones are all that has to be read.
  for await (const recorded of cloudRuns(deployed, wanted === undefined ? last : undefined)) {
    if (found.length >= last) break;
    if (wanted === undefined || recorded.status === wanted) found.push(recorded);
  }
  return showRuns(call, found);
}
