import type { ContainerCall, StateMachine } from '../asl/definition.ts';
import type { RunState } from '../node/assemble.ts';
import { assemble } from '../node/assemble.ts';
import { closeRun } from '../node/close-run.ts';
import type { Completion } from '../node/completion.ts';
import { completion } from '../node/completion.ts';
import type { NodeDeps } from '../node/deps.ts';
import { WAITING_FOR_PERSON } from '../node/human.ts';
import { eventIn } from '../node/container-event.ts';
import { CANCELLED, failure } from '../node/failures.ts';
import type { Trigger } from '../node/record.ts';
import { HEADER } from '../node/record.ts';
import { nextExecution } from '../node/next-execution.ts';
import { runNode } from '../node/run-node.ts';
import { executionOf } from '../node/same-execution.ts';
import { settleRun } from '../node/settle-run.ts';
import type { StartEvent } from '../node/start-run.ts';
import { executionInput, startRun } from '../node/start-run.ts';
import { asHeader } from '../node/view.ts';
import type { NodeEvent } from '../node/visitor.ts';
import { asStateError } from '../run/errors.ts';
import type { Execution } from '../run/execution.ts';
import { startExecution } from '../run/execution.ts';
import type { HistoryEvent } from '../run/history.ts';
import type { Slots } from './slots.ts';

/** The execution's id of every local run: the process's lock, not the record, says who works on it. */
export const LOCAL_OWNER = 'local';

export interface LocalRun {
  readonly asl: StateMachine;
  readonly deps: NodeDeps;
  readonly run: string;
  /** The run's input: text or JSON. */
  readonly input?: unknown;
  /** What starts a new run, where that is no person. */
  readonly trigger?: Trigger;
  /** Whether a paused run goes on as if it had never paused: what has failed is not run again, as with a resume. */
  readonly unpaused?: boolean;
  /** Waits before a retry. */
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>;
  /** Bounds how many nodes run at once. */
  readonly slots?: Slots;
  readonly onEvent?: (event: HistoryEvent) => void;
}

export type LocalStatus = 'completed' | 'partial' | 'failed' | 'paused' | 'cancelled';

export interface LocalResult {
  readonly status: LocalStatus;
  readonly state: RunState;
  readonly completion: Completion;
  /** States entered, retries and branches included. */
  readonly transitions: number;
  /** What ended the machine, where it failed. */
  readonly cause?: string;
}

/** Runs a compiled machine here, on the embedded engine, with the same handlers that Lambda runs. Goes on with the run if its record exists. */
export async function runMachine(local: LocalRun): Promise<LocalResult> {
  const { deps, run } = local;
  const stored = (await deps.state.read(run, [HEADER])).get(HEADER);
  const epoch = stored && asHeader(stored.value).epoch;
  const name = local.unpaused && epoch !== undefined ? executionOf(epoch) : nextExecution(run, epoch);
  const input = executionInput(local.input, { run, ...(local.trigger && { trigger: local.trigger }) });
  // Cancelled before it begins, it is a run all the same, and can be resumed.
  if (deps.cancel?.aborted && !stored)
    await startRun({ execution: LOCAL_OWNER, name, input, epoch: `${name}/0` }, deps);
  const execution: Execution = startExecution(
    local.asl,
    {
      invoke: (functionName, payload) => invoke(functionName, payload, local, () => execution),
      // What a container does in the cloud is done here like everything else.
      runTask: async (call) => {
        await invoke('', containerEvent(call), local, () => execution);
      },
      sleep: local.sleep,
      now: () => deps.now(),
      ...(local.onEvent && { onEvent: local.onEvent }),
    },
    { id: LOCAL_OWNER, name, input, ...(deps.cancel && { signal: deps.cancel }) },
  );
  const result = await execution.result;
  const { transitions } = result;
  if (result.status === 'PAUSED') {
    const state = assemble(deps.workflow, await deps.state.readAll(run));
    return { status: 'paused', state, completion: completion(deps.workflow.table, state), transitions };
  }
  const { state, done } = await settleRun({ run, cancelled: result.status === 'ABORTED' }, deps);
  const status = result.status === 'ABORTED' ? 'cancelled' : (state.result as LocalStatus);
  return { status, state, completion: done, transitions, ...(result.status === 'FAILED' && { cause: result.cause }) };
}

async function invoke(
  functionName: string,
  payload: unknown,
  local: LocalRun,
  execution: () => Execution,
): Promise<unknown> {
  const { deps, slots = atOnce } = local;
  if (functionName === '${CloseRun}') return closeRun(payload as { run: string; epoch: string }, deps);
  const event = payload as (StartEvent & { start: true }) | (NodeEvent & { start?: undefined });
  if (event.start) return startRun(event, deps);
  return slots(() => {
    // Whoever had to wait for a slot does not begin after a cancel.
    if (deps.cancel?.aborted) throw failure(CANCELLED, 'the run was cancelled');
    return event.token === undefined ? runNode(event, deps) : answerToken(event, event.token, deps, execution());
  });
}

/** What the program in a container would read from its environment. */
function containerEvent(call: unknown): NodeEvent {
  const [container] = (call as ContainerCall['Arguments']).Overrides.ContainerOverrides;
  return eventIn(Object.fromEntries(container!.Environment.map(({ Name, Value }) => [Name, Value])));
}

const atOnce: Slots = (work) => work();

/** A node with a token answers by that: now, or later if it waits for a person; nothing is thrown. */
async function answerToken(event: NodeEvent, token: string, deps: NodeDeps, execution: Execution): Promise<null> {
  try {
    const answer = await runNode(event, deps);
    if (answer !== WAITING_FOR_PERSON) execution.tokens.succeed(token, answer);
  } catch (error) {
    execution.tokens.fail(token, asStateError(error));
  }
  return null;
}
