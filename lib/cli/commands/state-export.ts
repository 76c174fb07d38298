import { resolve } from 'node:path';
import { fileTrouble } from '../../ir/file-trouble.ts';
import { toJson } from '../../ir/json.ts';
import type { RunState } from '../../node/assemble.ts';
import { folderArtifacts } from '../../store/folder.ts';
import type { Carried } from '../carry-artifacts.ts';
import { artifactNames, exportArtifacts } from '../carry-artifacts.ts';
import { chooseRun } from '../choose-run.ts';
import type { CloudOptions } from '../in-cloud.ts';
import type { Call, Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { writeResult } from '../write-result.ts';

interface Options extends CloudOptions {
  readonly run?: string;
  readonly cloud?: boolean;
  readonly output?: string;
  /** The folder that gets the artifacts. */
  readonly artifacts?: string;
}

/** Writes the record of a run, the latest or `--run`, as `state.json`, and its artifacts into a folder. */
export const stateExport: Command<Options> = async (call) => {
  const { io, args, options } = call;
  if (options.cloud) return exportFromCloud(call);
  const recorded = await chooseRun(io.cwd, { workflow: args[0], run: options.run });
  if (isRefused(recorded)) return refuse(call, recorded);
  return writeState(call, recorded.state, { ...recorded, store: folderArtifacts(io.cwd) });
};

async function exportFromCloud(call: Call<Options>): Promise<number> {
  const { changedSince, chooseCloudRun, inCloud } = await import('../in-cloud.ts');
  return inCloud(call, call.args[0], async ({ deployed }) => {
    const recorded = await chooseCloudRun(deployed, call.options.run);
    if (isRefused(recorded)) return refuse(call, recorded);
    // With another workflow the items may mean something else.
    if (recorded.changed.length > 0)
      return refuse(call, { refused: `${changedSince(recorded)}; export it with the workflow as it was` });
    return writeState(call, recorded.state, { ...recorded, store: deployed.artifacts });
  });
}

async function writeState(call: Call<Options>, state: RunState, carried: Carried): Promise<number> {
  const { io, options } = call;
  if (options.artifacts !== undefined) {
    try {
      const gone = await exportArtifacts(carried, resolve(io.cwd, options.artifacts));
      if (gone.length > 0)
        io.stderr(`${io.colours.yellow('warning')} no longer there, and left out: ${artifactNames(gone)}\n`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      return refuse(call, { refused: `${options.artifacts} cannot be written: ${fileTrouble(error)}` });
    }
  }
  return writeResult(call, `${toJson(state, 2)}\n`);
}
