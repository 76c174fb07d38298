import { setTimeout as wait } from 'node:timers/promises';
import type { RunState } from '../node/assemble.ts';
import { HEADER } from '../node/record.ts';
import { asHeader } from '../node/view.ts';
import type { Deployed } from './deployed.ts';
import type { Execution } from './executions.ts';
import { describeExecution } from './executions.ts';
import type { CloudRun } from './runs.ts';
import { cloudRun } from './runs.ts';

/** How following an execution ended. */
export type Followed =
  | { readonly kind: 'ended'; readonly recorded: CloudRun; readonly cause?: string }
  /** All that is left waits for a person. */
  | { readonly kind: 'paused'; readonly recorded: CloudRun }
  /** Another execution works on the run, or it failed before it had one. */
  | { readonly kind: 'nothing'; readonly cause: string }
  /** Nobody looks any more; the execution goes on. */
  | { readonly kind: 'left'; readonly recorded: CloudRun | undefined };

export interface FollowOptions {
  readonly run: string;
  /** The ARN. */
  readonly execution: string;
  readonly signal: AbortSignal;
  /** Told of each change. */
  readonly onState: (state: RunState) => void;
}

/** Milliseconds between two looks at the record: from the first, growing while nothing changes, to the second. */
const POLL = { least: 400, most: 10_000, growth: 1.5 };

/** Milliseconds after which the service knows an execution that was started a moment ago. */
const APPEARING = 30_000;

/** Milliseconds that whoever settles an execution that has ended is waited for. */
const SETTLING = 20_000;

/** Milliseconds without a change after which only people are waited for, though the record lets other nodes run. */
const QUIET = 20_000;

/** Looks at the record of a run until the execution has ended, or nothing but a person's answer is missing. */
export async function follow(deployed: Deployed, options: FollowOptions): Promise<Followed> {
  const { run, execution, signal, onState } = options;
  let seen: string | undefined;
  const began = Date.now();
  let changedAt = began;
  let endedAt: number | undefined;
  let delay = POLL.least;
  for (;;) {
    // The execution comes first: what it has done by then is in the record that is read after that.
    const described = await describeExecution(deployed.stepFunctions, execution);
    const items = await deployed.state.readAll(run);
    const header = items.get(HEADER);
    const ours = header && asHeader(header.value).owner === execution;
    const recorded = ours ? cloudRun(deployed, items, described) : undefined;
    const now = JSON.stringify([...items].map(([key, { rev }]) => [key, rev]));
    if (now !== seen) {
      [seen, changedAt, delay] = [now, Date.now(), POLL.least];
      if (recorded) onState(recorded.state);
    }
    if (recorded && hasResult(recorded)) return ended(recorded, described);
    if (!isAtWork(described, Date.now() - began)) {
      endedAt ??= Date.now();
      if (!recorded) return { kind: 'nothing', cause: whyNothing(described) };
      if (Date.now() - endedAt > SETTLING && recorded.leases.length === 0) return ended(recorded, described);
    } else {
      // One that is redriven may look ended for a moment.
      endedAt = undefined;
      if (recorded && isWaiting(recorded, Date.now() - changedAt)) return { kind: 'paused', recorded };
    }
    if (signal.aborted) return { kind: 'left', recorded };
    await wait(delay, undefined, { signal }).catch(() => undefined);
    delay = Math.min(delay * POLL.growth, POLL.most);
  }
}

/** Whether it is known how the run stands: what is being executed beside a node that was blocked belongs to it. */
function hasResult({ header, leases }: CloudRun): boolean {
  return header.result !== undefined && (!header.provisional || leases.length === 0);
}

function isAtWork(execution: Execution | undefined, age: number): boolean {
  if (!execution) return age < APPEARING;
  return execution.status === 'RUNNING' || execution.status === 'PENDING_REDRIVE';
}

function ended(recorded: CloudRun, execution: Execution | undefined): Followed {
  return { kind: 'ended', recorded, ...(execution?.cause !== undefined && { cause: execution.cause }) };
}

function isWaiting({ status, state }: CloudRun, quiet: number): boolean {
  if (status === 'paused') return true;
  const running = [...state.nodes.values()].filter((node) => node.status === 'running');
  return quiet > QUIET && running.length > 0 && running.every(({ waiting }) => waiting !== undefined);
}

function whyNothing(execution: Execution | undefined): string {
  if (execution?.status === 'SUCCEEDED') return 'another execution works on the run: this one has touched nothing';
  return `the execution ended before the run began: ${execution?.cause ?? execution?.status ?? 'it is not there'}`;
}
