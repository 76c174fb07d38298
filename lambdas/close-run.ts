import type { CloseAnswer, CloseEvent } from '../lib/node/close-run.ts';
import { closeRun } from '../lib/node/close-run.ts';
import { isNamed, RUN_FAILED } from '../lib/node/failures.ts';
import { handlerDeps } from './shared/deps.ts';
import { notifier } from './shared/notify.ts';
import { observed } from './shared/observed.ts';
import { startNext } from './shared/start-next.ts';
import { tellLog } from './shared/tell-log.ts';

const deps = { ...handlerDeps(import.meta.dirname), startNext };

const { onEnd } = notifier(deps);

/** The machine's last Task: verifies that the run is complete and writes its report. */
export const handler = observed(async (event: CloseEvent): Promise<CloseAnswer> => {
  try {
    return await closeRun(event, deps);
  } catch (error) {
    if (isNamed(error, RUN_FAILED)) await onEnd(event.run);
    throw error;
  } finally {
    await tellLog(event.run);
  }
});
