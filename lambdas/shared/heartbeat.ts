import { setTimeout as wait } from 'node:timers/promises';
import { SendTaskHeartbeatCommand, SFNClient } from '@aws-sdk/client-sfn';
import { HEADER } from '../../lib/node/record.ts';
import { sameExecution } from '../../lib/node/same-execution.ts';
import { asHeader } from '../../lib/node/view.ts';
import type { NodeEvent } from '../../lib/node/visitor.ts';
import type { StateStore } from '../../lib/store/state-store.ts';
import { log } from './log.ts';

/** Seconds between two beats. The machine takes a container for dead after ten minutes without one. */
const EVERY = 20;

/**
 * Tells the machine that work goes on, until it is over, and looks whether it is still wanted: the work of a run that
 * was cancelled, or that another execution has taken up, is given up by `cancel`. Where another node has stopped the
 * run, the machine waits no more, and the work goes on and is recorded, as everywhere.
 */
export async function beat(
  event: NodeEvent & { readonly token: string },
  state: StateStore,
  cancel: AbortController,
  over: AbortSignal,
  seconds = EVERY,
): Promise<void> {
  const client = new SFNClient();
  for (;;) {
    await wait(seconds * 1000, undefined, { signal: over, ref: false }).catch(() => undefined);
    if (over.aborted) return;
    await client.send(new SendTaskHeartbeatCommand({ taskToken: event.token })).catch((error: unknown) => {
      log('debug', 'the machine does not take the heartbeat', { error: error instanceof Error ? error.name : '' });
    });
    if (await isWanted(event, state)) continue;
    log('warn', 'nobody wants this work any more', { run: event.run });
    cancel.abort();
    return;
  }
}

/** A store that does not answer says nothing. */
async function isWanted({ run, epoch }: NodeEvent, state: StateStore): Promise<boolean> {
  try {
    const item = (await state.read(run, [HEADER])).get(HEADER);
    if (!item) return false;
    const header = asHeader(item.value);
    return header.cancelled !== header.epoch && sameExecution(header.epoch, epoch);
  } catch {
    return true;
  }
}
