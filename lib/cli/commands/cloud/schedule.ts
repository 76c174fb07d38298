import { cloudSchedules, setScheduleState } from '../../../cloud/schedules.ts';
import { exitCode } from '../../exit-codes.ts';
import type { CloudOptions } from '../../in-cloud.ts';
import { inCloud } from '../../in-cloud.ts';
import type { Command } from '../../io.ts';
import { isRefused, refuse } from '../../io.ts';

interface Options extends CloudOptions {
  readonly enable?: boolean;
  readonly disable?: boolean;
}

/** Shows the schedules of a deployed workflow, or switches them on or off until the next deployment changes them. */
export const schedule: Command<Options> = (call) =>
  inCloud(call, call.args[0], async ({ deployed }) => {
    const { io, options } = call;
    const wanted = options.enable ? true : options.disable ? false : undefined;
    const found = wanted === undefined ? await cloudSchedules(deployed) : await setScheduleState(deployed, wanted);
    if (isRefused(found)) return refuse(call, found);
    if (options.json) io.stdout(`${JSON.stringify({ stack: deployed.stack, schedules: found }, null, 2)}\n`);
    else if (found.length === 0) io.stdout(`The stack ${deployed.stack} has no schedule.\n`);
    else {
      const { green, yellow } = io.colours;
      const lines = found.map(
        ({ enabled, expression, zone }) => `${enabled ? green('on') : yellow('off')}  ${expression}  ${zone}`,
      );
      io.stdout(`${lines.join('\n')}\n`);
    }
    return exitCode.done;
  });
