import { setTimeout as wait } from 'node:timers/promises';
import type { StateMachine } from '../asl/definition.ts';
import type { NodeDeps, ProgressEvent } from '../node/deps.ts';
import type { Trigger } from '../node/record.ts';
import type { Indexed } from '../node/view.ts';
import { leftWorkDone } from '../skills/left-work.ts';
import type { LocalResult } from './machine.ts';
import { runMachine } from './machine.ts';
import type { RunLog } from './run-log.ts';
import type { Session } from './session.ts';
import { slots } from './slots.ts';

export interface RunOptions {
  readonly session: Session;
  readonly workflow: Indexed;
  readonly asl: StateMachine;
  readonly runSkill: NodeDeps['runSkill'];
  readonly question?: NodeDeps['question'];
  /** The input of a new run: text or JSON. */
  readonly input?: unknown;
  /** What starts a new run, where that is no person. */
  readonly trigger?: Trigger;
  /** Whether a paused run goes on as if it had never paused. */
  readonly unpaused?: boolean;
  /** At most so many nodes run at once. */
  readonly maxConcurrency?: number;
  /** Whether to wait before a retry, as the machine says; scripted runs do not. */
  readonly waitBeforeRetry: boolean;
  readonly cancel: AbortSignal;
  readonly now: () => Date;
  readonly onProgress?: (event: ProgressEvent) => void;
  /** Told of the lines that skills print. */
  readonly onPrinted?: (line: string, stream: 'stdout' | 'stderr') => void;
}

/** Runs or goes on with the session's run until it ends, pauses or is cancelled. The session stays open. */
export async function executeRun(options: RunOptions): Promise<LocalResult> {
  const { session, maxConcurrency } = options;
  const { run, log } = session;
  log.write('info', 'the run goes on', { run, workflow: options.workflow.table.name });
  const result = await runMachine({
    asl: options.asl,
    deps: nodeDeps(options),
    run,
    ...(options.input !== undefined && { input: options.input }),
    ...(options.trigger && { trigger: options.trigger }),
    ...(options.unpaused && { unpaused: true }),
    sleep: options.waitBeforeRetry ? sleep : () => Promise.resolve(),
    ...(maxConcurrency !== undefined && { slots: slots(maxConcurrency) }),
  });
  // Programs that a cancel or a timeout has interrupted get the time to end.
  await leftWorkDone();
  log.write('info', `the run is ${result.status}`, { run, transitions: result.transitions });
  return result;
}

/** What the handlers of this run's nodes need. */
export function nodeDeps(
  options: Omit<RunOptions, 'asl' | 'input' | 'trigger' | 'unpaused' | 'waitBeforeRetry'>,
): NodeDeps {
  const { session, question } = options;
  return {
    workflow: options.workflow,
    state: session.state,
    artifacts: session.artifacts,
    runSkill: options.runSkill,
    ...(question && { question }),
    now: options.now,
    cancel: options.cancel,
    log: (level, message, details) => {
      if (details && 'printed' in details) options.onPrinted?.(message, level === 'warn' ? 'stderr' : 'stdout');
      session.log.write(level, message, details);
    },
    onProgress: (event) => {
      logProgress(session.log, event);
      options.onProgress?.(event);
    },
  };
}

/** Of arguments only the names are logged; evidence of a failure, which may hold their values, stays in the record. */
function logProgress(log: RunLog, event: ProgressEvent): void {
  const { kind, node, ...all } = event;
  const args = kind === 'started' && node.args.length > 0 ? { args: node.args.map(([name]) => name) } : {};
  const details = Object.entries(all).filter(([name]) => !['evidence', 'question', 'why'].includes(name));
  const level = kind === 'failed' ? 'warn' : 'info';
  log.write(level, `node ${kind}`, { node: node.id, ...Object.fromEntries(details), ...args });
}

async function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  await wait(seconds * 1000, undefined, { signal }).catch(() => undefined);
}
