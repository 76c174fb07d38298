import { toJson } from '../../ir/json.ts';
import { chooseRun } from '../choose-run.ts';
import { exitCode } from '../exit-codes.ts';
import type { HistoryOptions } from '../history.ts';
import { showHistory, warnOfUnknown } from '../history.ts';
import type { Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { printRun } from '../print-status.ts';
import { showRuns } from '../show-runs.ts';

interface Options extends HistoryOptions {
  readonly run?: string;
  readonly cloud?: boolean;
}

/** Shows one run, the latest or `--run`, or with `--last` or `--status` the history, the newest first. */
export const status: Command<Options> = async (call) => {
  const { io, args, options } = call;
  if (options.cloud) return (await import('./cloud/status.ts')).status(call);
  if (options.run === undefined && (options.last !== undefined || options.status !== undefined))
    return showHistory(call);
  const recorded = await chooseRun(io.cwd, { workflow: args[0], run: options.run });
  if (isRefused(recorded)) {
    // Where nothing has run yet there is nothing wrong, but for somebody who asks for a certain run.
    if (options.run !== undefined) return refuse(call, recorded);
    warnOfUnknown(io, args[0]);
    return showRuns(call, []);
  }
  if (options.json) io.stdout(`${toJson({ ...recorded.state, status: recorded.status }, 2)}\n`);
  else io.stdout(printRun(recorded, io));
  return exitCode.done;
};
