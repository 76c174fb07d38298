import type { RecordedRun, RunStatus } from '../local/records.ts';
import { isPaused } from '../local/records.ts';
import type { RunState } from '../node/assemble.ts';
import { assemble } from '../node/assemble.ts';
import { changedNodes } from '../node/changed-nodes.ts';
import { runningLease } from '../node/lease.ts';
import type { Header, NodeRecord } from '../node/record.ts';
import { HEADER, nodeKey } from '../node/record.ts';
import { asHeader } from '../node/view.ts';
import type { Item } from '../store/state-store.ts';
import type { Deployed } from './deployed.ts';
import type { Execution } from './executions.ts';
import { describeExecution } from './executions.ts';

/** A run of a deployed workflow, as its table shows it. */
export interface CloudRun extends Omit<RecordedRun, 'file' | 'holder'> {
  /** Ids of the nodes that are not as they were when the run was started. */
  readonly changed: readonly string[];
  /** Nodes that a handler may be at work on though their execution has ended, each until then at the latest. */
  readonly leases: readonly { readonly id: string; readonly until: string }[];
  /** The execution that works or worked on it last, where the service still knows it. */
  readonly execution: Execution | undefined;
}

/** Undefined when there is no such run; any text may be asked for. */
export async function readCloudRun(deployed: Deployed, run: string): Promise<CloudRun | undefined> {
  const items = await deployed.state.readAll(run);
  const item = items.get(HEADER);
  if (!item) return undefined;
  const header = asHeader(item.value);
  // A run that has its result is as it says; only of another the service must be asked.
  const execution =
    header.result === undefined ? await describeExecution(deployed.stepFunctions, header.owner) : undefined;
  return cloudRun(deployed, items, execution);
}

export function cloudRun(
  { workflow }: Deployed,
  items: ReadonlyMap<string, Item>,
  execution: Execution | undefined,
): CloudRun {
  const header = asHeader(items.get(HEADER)!.value);
  const state = assemble(workflow, items);
  const changed = changedNodes(items, workflow.table);
  const status = cloudStatus(header, state, execution);
  const leases = execution?.status === 'RUNNING' ? [] : leasesOf(items);
  return { run: header.run, workflow, header, items, state, status, changed, leases, execution };
}

function leasesOf(items: ReadonlyMap<string, Item>): { id: string; until: string }[] {
  const now = new Date();
  return [...items].flatMap(([key, { value }]) => {
    const until = key.startsWith(nodeKey('')) ? runningLease(value as unknown as NodeRecord, now) : undefined;
    return until === undefined ? [] : [{ id: key.slice(nodeKey('').length), until }];
  });
}

/** Runs, the newest first. */
export async function* cloudRuns(deployed: Deployed, limit?: number): AsyncGenerator<CloudRun> {
  for (const run of await deployed.state.runs(limit)) {
    const found = await readCloudRun(deployed, run);
    if (found) yield found;
  }
}

/** How a run stands: its result; else what has become of the execution that works on it. */
function cloudStatus(header: Header, state: RunState, execution: Execution | undefined): RunStatus {
  if (header.result !== undefined) return header.result;
  switch (execution?.status) {
    case 'RUNNING':
    case 'PENDING_REDRIVE':
      return isPaused(state) ? 'paused' : 'running';
    case 'ABORTED':
      return 'cancelled';
    case 'FAILED':
    case 'TIMED_OUT':
      return 'failed';
    // It was imported, the service has forgotten the execution, or that was another program's.
    case 'SUCCEEDED':
    case undefined:
      return 'interrupted';
  }
}
