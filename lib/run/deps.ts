import type { HistoryEvent } from './history.ts';

/** What the engine needs from outside. It knows nothing of workflows. */
export interface EngineDeps {
  /** Invokes a function by the name that stands in the definition; what it throws is the Task's error. */
  invoke(functionName: string, payload: unknown): Promise<unknown>;
  /**
   * Starts a container, of which this engine knows the arguments alone (`ecs:runTask`). Its Task is answered by token;
   * what is thrown here is the Task's error. Needed by machines that have such Tasks.
   */
  runTask?(arguments_: unknown): Promise<void>;
  /** Waits before a retry; ends early when the signal is aborted. */
  sleep(seconds: number, signal: AbortSignal): Promise<void>;
  now(): Date;
  onEvent?(event: HistoryEvent): void;
}
