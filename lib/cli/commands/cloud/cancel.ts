import { cancelCloudRun } from '../../../cloud/cancel.ts';
import { readCloudRun } from '../../../cloud/runs.ts';
import { exitCode } from '../../exit-codes.ts';
import type { CloudOptions } from '../../in-cloud.ts';
import { chooseCloudRun, inCloud, stillAtWork } from '../../in-cloud.ts';
import type { Command } from '../../io.ts';
import { isRefused, refuse } from '../../io.ts';
import { resultJson } from '../../print-result.ts';
import { sayFinished } from '../../say-finished.ts';

interface Options extends CloudOptions {
  readonly run?: string;
}

/** Stops the execution that works on a run of the deployed workflow, and marks the run as cancelled. */
export const cancel: Command<Options> = (call) =>
  inCloud(call, call.args[0], async ({ deployed, about }) => {
    const { io, options } = call;
    const recorded = await chooseCloudRun(deployed, options.run, ({ header }) => header.result === undefined);
    if (isRefused(recorded)) return refuse(call, recorded);
    const { result } = recorded.header;
    if (result !== undefined && result !== 'cancelled') return sayFinished(call, recorded, 'cancel');
    // Of one that is cancelled already it is said again what that means.
    if (result === undefined) await cancelCloudRun(deployed, recorded, io.now);
    const cancelled = (await readCloudRun(deployed, recorded.run))!;
    const { run, state, leases } = cancelled;
    const warnings = leases.length > 0 ? [stillAtWork(cancelled)] : [];
    if (options.json) io.stdout(resultJson({ status: 'cancelled', state, transitions: null }, warnings));
    else {
      for (const warning of warnings) io.stderr(`${io.colours.yellow('warning')} ${warning}\n`);
      io.stdout(`The run ${run} is cancelled; stepwright resume${about} goes on with it.\n`);
    }
    return exitCode.done;
  });
