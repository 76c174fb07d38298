import type { Deployed } from '../../../cloud/deployed.ts';
import { logGroupsOf } from '../../../cloud/log-groups.ts';
import { followLogs, readLogs } from '../../../cloud/read-logs.ts';
import { readCloudRun } from '../../../cloud/runs.ts';
import type { CloudOptions } from '../../in-cloud.ts';
import { chooseCloudRun, inCloud } from '../../in-cloud.ts';
import type { Command } from '../../io.ts';
import { isRefused, refuse } from '../../io.ts';
import type { LogOptions } from '../../show-logs.ts';
import { ended, followSignal, showLogs, sinceOf, unknownNode } from '../../show-logs.ts';

/** Milliseconds before the record's beginning in which the function that made it may have logged. */
const BEFORE = 60_000;

/** Milliseconds after the end of a run in which something may come of which the service has not told yet. */
const AFTER = 60_000;

/** Shows what the functions of the deployed workflow have logged about a run. */
export const logs: Command<LogOptions & CloudOptions> = (call) =>
  inCloud(call, call.args[0], async ({ deployed }) => {
    const since = sinceOf(call);
    if (typeof since === 'object') return refuse(call, since);
    const recorded = await chooseCloudRun(deployed, call.options.run);
    if (isRefused(recorded)) return refuse(call, recorded);
    const unknown = unknownNode(call, recorded);
    if (unknown) return refuse(call, unknown);
    const { run, header } = recorded;
    const groups = await logGroupsOf(deployed.stack);
    const query = { groups, run, since: Math.max(since ?? 0, Date.parse(header.started) - BEFORE) };
    const over = header.ended !== undefined && call.io.now().getTime() - Date.parse(header.ended) > AFTER;
    const signal = over ? undefined : followSignal(call);
    const goesOn = () => isOpen(deployed, run);
    const lines = signal ? followLogs(query, { signal, goesOn }) : once(readLogs(query));
    return ended(signal, await showLogs(call, { run, lines }));
  });

async function isOpen(deployed: Deployed, run: string): Promise<boolean> {
  const status = (await readCloudRun(deployed, run))?.status;
  return status === 'running' || status === 'paused';
}

async function* once<T>(items: Promise<readonly T[]>): AsyncGenerator<T> {
  yield* await items;
}
