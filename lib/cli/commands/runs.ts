import type { HistoryOptions } from '../history.ts';
import { showCloudHistory, showHistory } from '../history.ts';
import type { CloudOptions } from '../in-cloud.ts';
import type { Call, Command } from '../io.ts';

interface Options extends HistoryOptions, CloudOptions {
  readonly cloud?: boolean;
}

/** Runs that are shown where nobody says how many. */
const SHOWN = 20;

/** Shows the history of runs, here or of the deployed workflow: the newest first, a line a run. */
export const runs: Command<Options> = async (call) => {
  const asked: Call<Options> = { ...call, options: { last: SHOWN, ...call.options } };
  if (!call.options.cloud) return showHistory(asked);
  const { inCloud } = await import('../in-cloud.ts');
  return inCloud(asked, call.args[0], ({ deployed }) => showCloudHistory(asked, deployed));
};
