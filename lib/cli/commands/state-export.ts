import { toJson } from '../../ir/json.ts';
import type { RunState } from '../../node/assemble.ts';
import { chooseRun } from '../choose-run.ts';
import type { CloudOptions } from '../in-cloud.ts';
import type { Call, Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { writeResult } from '../write-result.ts';

interface Options extends CloudOptions {
  readonly run?: string;
  readonly cloud?: boolean;
  readonly output?: string;
}

/** Writes the record of a run, the latest or `--run`, as `state.json`. */
export const stateExport: Command<Options> = async (call) => {
  const { io, args, options } = call;
  if (options.cloud) return exportFromCloud(call);
  const recorded = await chooseRun(io.cwd, { workflow: args[0], run: options.run });
  return isRefused(recorded) ? refuse(call, recorded) : writeState(call, recorded.state);
};

async function exportFromCloud(call: Call<Options>): Promise<number> {
  const { changedSince, chooseCloudRun, inCloud } = await import('../in-cloud.ts');
  return inCloud(call, call.args[0], async ({ deployed }) => {
    const recorded = await chooseCloudRun(deployed, call.options.run);
    if (isRefused(recorded)) return refuse(call, recorded);
    // With another workflow the items may mean something else.
    if (recorded.changed.length > 0)
      return refuse(call, { refused: `${changedSince(recorded)}; export it with the workflow as it was` });
    return writeState(call, recorded.state);
  });
}

function writeState(call: Call<Options>, state: RunState): number {
  return writeResult(call, `${toJson(state, 2)}\n`);
}
