import { toJson } from '../../../ir/json.ts';
import { reconcile } from '../../../cloud/reconcile.ts';
import { exitCode } from '../../exit-codes.ts';
import type { HistoryOptions } from '../../history.ts';
import { showCloudHistory } from '../../history.ts';
import type { CloudOptions } from '../../in-cloud.ts';
import { changedSince, chooseCloudRun, inCloud, stillAtWork } from '../../in-cloud.ts';
import type { Command } from '../../io.ts';
import { isRefused, refuse } from '../../io.ts';
import { printRun } from '../../print-status.ts';
import { showRuns } from '../../show-runs.ts';

interface Options extends CloudOptions, HistoryOptions {
  readonly run?: string;
}

/** Shows a run of the deployed workflow, the latest or `--run`, or the history, the newest first. */
export const status: Command<Options> = (call) =>
  inCloud(call, call.args[0], async (place) => {
    const { io, options } = call;
    if (options.run === undefined && (options.last !== undefined || options.status !== undefined))
      return showCloudHistory(call, place.deployed);
    const chosen = await chooseCloudRun(place.deployed, options.run);
    if (isRefused(chosen)) return options.run === undefined ? showRuns(call, []) : refuse(call, chosen);
    const recorded = await reconcile(place.deployed, chosen, io.now());
    if (recorded.changed.length > 0) io.stderr(`${io.colours.yellow('warning')} ${changedSince(recorded)}\n`);
    if (recorded.leases.length > 0) io.stderr(`${io.colours.yellow('warning')} ${stillAtWork(recorded)}\n`);
    const goOn = `No execution works on it; stepwright resume${place.about} goes on with it.`;
    if (options.json) io.stdout(`${toJson({ ...recorded.state, status: recorded.status }, 2)}\n`);
    else io.stdout(printRun(recorded, io, goOn));
    return exitCode.done;
  });
