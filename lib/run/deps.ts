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
