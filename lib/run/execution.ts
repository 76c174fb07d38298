import type { State, StateMachine, States } from '../asl/definition.ts';
import { checkSupported } from './supported.ts';
import { asStateError, stateError } from './errors.ts';
import { runChoice } from './states/choice.ts';
import { runParallel } from './states/parallel.ts';
import { runTask } from './states/task.ts';
import { TokenWaits } from './tokens.ts';
import type { EngineDeps } from './deps.ts';
import type { Run, Step, Variables } from './run.ts';
import { record, stop } from './run.ts';

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
    runStates: (states, input, variables) => runStates(run, states, input, variables),
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

/** Runs the states of a machine or of a branch until one ends it; resolves to its output. */
async function runStates(run: Run, states: States, input: unknown, variables: Variables): Promise<unknown> {
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
