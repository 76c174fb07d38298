import { readLog } from '../../local/read-log.ts';
import { chooseRun } from '../choose-run.ts';
import type { CloudOptions } from '../in-cloud.ts';
import type { Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import type { LogOptions } from '../show-logs.ts';
import { ended, followSignal, showLogs, sinceOf } from '../show-logs.ts';

interface Options extends LogOptions, CloudOptions {
  readonly cloud?: boolean;
}

/** Shows what was logged in a run, the latest or `--run`. */
export const logs: Command<Options> = async (call) => {
  const { io, args, options } = call;
  if (options.cloud) return (await import('./cloud/logs.ts')).logs(call);
  const since = sinceOf(call);
  if (typeof since === 'object') return refuse(call, since);
  const recorded = await chooseRun(io.cwd, { workflow: args[0], run: options.run });
  if (isRefused(recorded)) return refuse(call, recorded);
  const { run } = recorded;
  const signal = followSignal(call);
  return ended(signal, await showLogs(call, { run, lines: readLog(io.cwd, run, signal), since }));
};
