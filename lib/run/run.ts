import type { States } from '../asl/definition.ts';
import type { StateError } from './errors.ts';
import type { EngineDeps } from './deps.ts';
import type { HistoryEvent } from './history.ts';
import type { TokenWaits } from './tokens.ts';

/** One execution while it runs. */
export interface Run {
  readonly deps: EngineDeps;
  readonly tokens: TokenWaits;
  readonly context: Readonly<Record<string, unknown>>;
  /** Aborted by the first uncaught error: from then on no branch enters another state. */
  readonly halt: AbortController;
  failure?: StateError;
  transitions: number;
  /** Runs the states of a machine or of a branch until one ends it; resolves to its output. */
  readonly runStates: (states: States, input: unknown, variables: Variables) => Promise<unknown>;
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

/** The `$states.context` of a state. */
export function contextOf(run: Run, name: string, entered: string, extra: object = {}): object {
  return { Execution: run.context, State: { Name: name, EnteredTime: entered, RetryCount: 0 }, ...extra };
}
