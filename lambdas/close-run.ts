import type { CloseAnswer, CloseEvent } from '../lib/node/close-run.ts';
import { closeRun } from '../lib/node/close-run.ts';
import { handlerDeps } from './shared/deps.ts';

const deps = handlerDeps(import.meta.dirname);

/** The machine's last Task: verifies that the run is complete and writes its report. */
export function handler(event: CloseEvent): Promise<CloseAnswer> {
  return closeRun(event, deps);
}
