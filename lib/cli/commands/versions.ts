import { exitCode } from '../exit-codes.ts';
import type { CloudOptions } from '../in-cloud.ts';
import { inCloud } from '../in-cloud.ts';
import type { Command } from '../io.ts';
import type { PruneOptions } from '../print-versions.ts';
import { printVersions } from '../print-versions.ts';
import { stackVersions } from '../stack-versions.ts';

/** Shows the published versions of the functions of a deployed workflow, and who refers to them; deletes the others. */
export const versions: Command<PruneOptions & CloudOptions> = (call) =>
  inCloud(call, call.args[0], async ({ deployed }) => {
    const { io, options } = call;
    const found = await stackVersions(deployed, options, io.now());
    if (options.json) io.stdout(`${JSON.stringify({ stack: deployed.stack, ...found }, null, 2)}\n`);
    else io.stdout(`${printVersions(found).join('\n')}\n`);
    return exitCode.done;
  });
