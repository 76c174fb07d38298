import type { EndedExecution } from '../lib/node/settle-execution.ts';
import { settleExecution } from '../lib/node/settle-execution.ts';
import { settleTurn } from '../lib/node/settle-turn.ts';
import { comeBack } from './shared/come-back.ts';
import { handlerDeps, required } from './shared/deps.ts';
import { log } from './shared/log.ts';
import { notifier } from './shared/notify.ts';
import { observed } from './shared/observed.ts';
import { runOf } from './shared/run-id.ts';
import { startNext } from './shared/start-next.ts';
import { tellLog } from './shared/tell-log.ts';

/** What EventBridge tells of an execution that has ended. */
interface StatusChange {
  readonly detail: {
    readonly executionArn: string;
    readonly name: string;
    readonly status: string;
    /** JSON text; null where it is too large for an event. */
    readonly input: string | null;
    readonly redriveCount?: number;
  };
}

/** What this function tells itself, when nobody can be at work on the run any more. */
interface Again {
  readonly again: EndedExecution;
}

const deps = handlerDeps(import.meta.dirname);
const { onEnd } = notifier(deps);

/**
 * Called when an execution has ended without success: gives its run a result and a report if it has none. While
 * handlers of it may be at work, it comes back when they cannot be any more.
 */
export const handler = observed(async (event: StatusChange | Again, { invokedFunctionArn }): Promise<void> => {
  const ended = 'again' in event ? event.again : endedExecution(event);
  const { run, execution } = ended;
  const { kind, until } = await settleExecution(ended, deps);
  log('info', `the execution has ended; its run: ${kind}`, { run, execution, ...(until !== undefined && { until }) });
  // First of all what nobody else would do: the rest is done again when it comes back.
  if (until !== undefined) await comeBackAt(until, ended, invokedFunctionArn);
  await settleTurn(ended, { ...deps, startNext });
  await tellLog(run);
  if (until === undefined) await onEnd(run, 'detail' in event && event.detail.status === 'TIMED_OUT');
});

async function comeBackAt(at: string, ended: EndedExecution, target: string): Promise<void> {
  const [role, group] = [required('SCHEDULE_ROLE'), required('SCHEDULE_GROUP')];
  const input: Again = { again: ended };
  await comeBack({ key: ended.execution, at, target, input, role, group }, new Date());
}

function endedExecution({ detail }: StatusChange): EndedExecution {
  const { executionArn: execution, name, status, input, redriveCount: redrive } = detail;
  const run = runOf(name, input === null ? undefined : JSON.parse(input));
  return { run, execution, cancelled: status === 'ABORTED', ...(redrive !== undefined && { redrive }) };
}
