import { shortHash } from '../ir/names.ts';
import type { Item } from '../store/state-store.ts';
import { STARTS } from '../store/run-id.ts';
import type { NodeDeps } from './deps.ts';
import { longestRunSeconds } from './longest-run.ts';
import { executionName } from './next-execution.ts';
import { HEADER } from './record.ts';
import type { StartControl } from './start-control.ts';
import { controlOf } from './start-control.ts';
import { asHeader, asItem } from './view.ts';

/** What a start does that finds a run going on: ends as a skipped run, starts all the same, or waits for its end. */
export type Overlap = 'skip' | 'allow' | 'queue';

/** The item of the partition `STARTS` that says which run is the only one at a time. */
export const LOCK = 'lock';

/** Free where it names no run. */
interface Lock {
  readonly run?: string;
  /** When a run that nobody has settled counts as ended, as ISO text. */
  readonly until?: string;
  /** The one start that waits for the end of the run. */
  readonly waiting?: Waiting;
}

interface Waiting {
  readonly run: string;
  /** The input of its execution. */
  readonly input: unknown;
}

/** `behind` is the run that is in the way. */
export type Turn =
  | { readonly kind: 'go' }
  | { readonly kind: 'queued'; readonly behind: string }
  | { readonly kind: 'skip'; readonly behind: string };

/** An execution that is to take up the run which waits. A name that has been used starts nothing. */
export interface NextStart {
  /** The ARN of an execution of the same machine. */
  readonly like: string;
  readonly name: string;
  readonly input: object;
}

export type StartNext = (next: NextStart) => Promise<void>;

/** The policy of a start: as its input says, else `skip` for the ticks of a schedule and `allow` for all others. */
export function overlapOf({ overlap, schedule }: StartControl): Overlap {
  if (overlap === 'skip' || overlap === 'allow' || overlap === 'queue') return overlap;
  return schedule === undefined ? 'allow' : 'skip';
}

/**
 * Claims the turn of a run by one conditional write, unless another run has it: until that one is closed or settled,
 * its record has a result, or the longest time is over that it can take. One start can wait for it; who comes later is
 * skipped, as that one is yet to come. Asked again for the same run it says the same.
 */
export async function claimTurn(
  run: string,
  policy: 'skip' | 'queue',
  input: unknown,
  deps: Pick<NodeDeps, 'state' | 'workflow' | 'now'>,
): Promise<Turn> {
  const { lock, rev } = await readLock(deps);
  if (lock.run === run) return { kind: 'go' };
  const waits = lock.waiting?.run === run;
  const mine = waits && controlOf(input).after === lock.run;
  if (lock.run === undefined || mine || (await isOver(lock.run, lock, deps))) {
    const until = new Date(deps.now().getTime() + longestRunSeconds(deps.workflow.table) * 1000).toISOString();
    const taken: Lock = { run, until, ...(lock.waiting && !waits && { waiting: lock.waiting }) };
    return (await writeLock(taken, rev, deps)) ? { kind: 'go' } : claimTurn(run, policy, input, deps);
  }
  const behind = lock.run;
  if (waits) return { kind: 'queued', behind };
  if (policy === 'skip' || lock.waiting) return { kind: 'skip', behind };
  const queued: Lock = { ...lock, waiting: { run, input } };
  return (await writeLock(queued, rev, deps)) ? { kind: 'queued', behind } : claimTurn(run, policy, input, deps);
}

/**
 * Ends the turn of a run, if it has it. Where a start waits, that one is started and takes the turn over by itself, so
 * that it is not lost should this be interrupted; `startNext` may be called again for the same one.
 */
export async function endTurn(
  run: string,
  execution: string,
  deps: Pick<NodeDeps, 'state'> & { readonly startNext?: StartNext },
): Promise<void> {
  const { lock, rev } = await readLock(deps);
  if (lock.run !== run) return;
  if (!lock.waiting) {
    if (!(await writeLock({}, rev, deps))) await endTurn(run, execution, deps);
    return;
  }
  await deps.startNext?.({ like: execution, ...nextStart(run, lock.waiting) });
}

/** The name depends on both runs: a start that has to wait once more gets another one. */
function nextStart(after: string, { run, input }: Waiting): { name: string; input: object } {
  const end = `-after-${shortHash(JSON.stringify([run, after]))}`;
  const control: StartControl = { ...controlOf(input), run, after };
  return { name: executionName(run, end), input: { ...(input as object), stepwright: control } };
}

/** Whether the run that has the turn has ended, although nobody has given it back. */
async function isOver(run: string, { until }: Lock, { state, now }: Pick<NodeDeps, 'state' | 'now'>): Promise<boolean> {
  if (until === undefined || until <= now().toISOString()) return true;
  const header = (await state.read(run, [HEADER])).get(HEADER);
  return header !== undefined && asHeader(header.value).result !== undefined;
}

async function readLock({ state }: Pick<NodeDeps, 'state'>): Promise<{ lock: Lock; rev: number }> {
  const item: Item | undefined = (await state.read(STARTS, [LOCK])).get(LOCK);
  return { lock: item?.value ?? {}, rev: item?.rev ?? 0 };
}

function writeLock(lock: Lock, rev: number, { state }: Pick<NodeDeps, 'state'>): Promise<boolean> {
  return state.write(STARTS, LOCK, asItem(lock), rev);
}
