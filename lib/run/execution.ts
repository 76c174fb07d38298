import type { State, StateMachine, States } from '../asl/definition.ts';
import { checkSupported } from './supported.ts';
import { asStateError, stateError } from './errors.ts';
import type { StateError } from './errors.ts';
import { runChoice } from './states/choice.ts';
import { runParallel } from './states/parallel.ts';
import { runTask } from './states/task.ts';
import { TokenWaits } from './tokens.ts';
import type { HistoryEvent } from './history.ts';

/** What the engine needs from outside. It knows nothing of workflows. */
export interface EngineDeps {
  /** Invokes a function by the name that stands in the definition; what it throws is the Task's error. */
  invoke(functionName: string, payload: unknown): Promise<unknown>;
  /** Waits before a retry; ends early when the signal is aborted. */
  sleep(seconds: number, signal: AbortSignal): Promise<void>;
  now(): Date;
  onEvent?(event: HistoryEvent): void;
}

export interface ExecutionOptions {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Aborts the execution: nothing new starts, and what runs is waited for. */
  readonly signal?: AbortSignal;
}

export type ExecutionResult = { readonly transitions: number } & (
  | { readonly status: 'SUCCEEDED'; readonly output: unknown }
  | { readonly status: 'FAILED'; readonly error: string; readonly cause: string }
  | { readonly status: 'ABORTED' }
  /** All that is left waits for an answer by task token. */
  | { readonly status: 'PAUSED' }
);

export interface Execution {
  readonly result: Promise<ExecutionResult>;
  readonly tokens: TokenWaits;
}

/** Runs a machine from its start. Throws at once when the machine uses what this engine does not know. */
export function startExecution(machine: StateMachine, deps: EngineDeps, options: ExecutionOptions): Execution {
  checkSupported(machine);
  const tokens = new TokenWaits();
  const run: Run = {
    deps,
    tokens,
    context: {
      Id: options.id,
      Name: options.name,
      Input: options.input,
      StartTime: deps.now().toISOString(),
      RedriveCount: 0,
    },
    halt: new AbortController(),
    transitions: 0,
  };
  const aborted = () => stop(run, stateError('Aborted', 'the execution was aborted'));
  if (options.signal?.aborted) aborted();
  options.signal?.addEventListener('abort', aborted, { once: true });
  return {
    tokens,
    result: finish(run, machine, options).finally(() => options.signal?.removeEventListener('abort', aborted)),
  };
}

async function finish(run: Run, machine: StateMachine, options: ExecutionOptions): Promise<ExecutionResult> {
  record(run, { type: 'ExecutionStarted' });
  const ended = runStates(run, machine, options.input, {}).then(
    (output): ExecutionResult => ({ status: 'SUCCEEDED', output, transitions: run.transitions }),
    (error: unknown): ExecutionResult => {
      if (options.signal?.aborted) return { status: 'ABORTED', transitions: run.transitions };
      const first = run.failure ?? asStateError(error);
      return { status: 'FAILED', error: first.code, cause: first.message, transitions: run.transitions };
    },
  );
  const paused = run.tokens.allElseDone.then((): ExecutionResult => ({
    status: 'PAUSED',
    transitions: run.transitions,
  }));
  const result = await Promise.race([ended, paused]);
  record(run, { type: `Execution${result.status}` });
  return result;
}

/** One execution while it runs. */
export interface Run {
  readonly deps: EngineDeps;
  readonly tokens: TokenWaits;
  readonly context: Readonly<Record<string, unknown>>;
  /** Aborted by the first uncaught error: from then on no branch enters another state. */
  readonly halt: AbortController;
  failure?: StateError;
  transitions: number;
}

export function stop(run: Run, error: StateError): void {
  run.failure ??= error;
  run.halt.abort();
  run.tokens.abandon(run.failure);
}

export function record(run: Run, event: HistoryEvent): void {
  run.deps.onEvent?.(event);
}

export type Variables = Readonly<Record<string, unknown>>;

/** What a state hands on. */
export interface Step {
  readonly output: unknown;
  /** The next state; undefined at the end of the machine or branch. */
  readonly next: string | undefined;
  readonly variables: Variables;
}

/** Runs the states of a machine or of a branch until one ends it; resolves to its output. */
export async function runStates(run: Run, states: States, input: unknown, variables: Variables): Promise<unknown> {
  let step: Step = { output: input, next: states.StartAt, variables };
  while (step.next !== undefined) {
    if (run.halt.signal.aborted) throw run.failure ?? stateError('Aborted', 'the execution was aborted');
    const state = states.States[step.next]!;
    run.transitions++;
    record(run, { type: `${state.Type}StateEntered`, state: step.next });
    const name = step.next;
    step = await runState(run, name, state, step.output, step.variables);
    record(run, { type: `${state.Type}StateExited`, state: name });
  }
  return step.output;
}

async function runState(run: Run, name: string, state: State, input: unknown, variables: Variables): Promise<Step> {
  switch (state.Type) {
    case 'Task':
      return runTask(run, name, state, input, variables);
    case 'Choice':
      return runChoice(run, name, state, input, variables);
    case 'Parallel':
      return runParallel(run, state, input, variables);
    case 'Succeed':
      return { output: input, next: undefined, variables };
  }
}

/** The `$states.context` of a state. */
export function contextOf(run: Run, name: string, entered: string, extra: object = {}): object {
  return { Execution: run.context, State: { Name: name, EnteredTime: entered, RetryCount: 0 }, ...extra };
}
