import type { CloseAnswer, CloseEvent } from '../lib/node/close-run.ts';
import { closeRun } from '../lib/node/close-run.ts';
import { handlerDeps } from './shared/deps.ts';
import { observed } from './shared/observed.ts';
import { startNext } from './shared/start-next.ts';

const deps = { ...handlerDeps(import.meta.dirname), startNext };

/** The machine's last Task: verifies that the run is complete and writes its report. */
export const handler = observed((event: CloseEvent): Promise<CloseAnswer> => closeRun(event, deps));
