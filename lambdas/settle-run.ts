import { settleExecution } from '../lib/node/settle-execution.ts';
import { handlerDeps } from './shared/deps.ts';
import { log } from './shared/log.ts';
import { runOf } from './shared/run-id.ts';

/** What EventBridge tells of an execution that has ended. */
interface StatusChange {
  readonly detail: {
    readonly executionArn: string;
    readonly name: string;
    readonly status: string;
    /** JSON text; null where it is too large for an event. */
    readonly input: string | null;
  };
}

const deps = handlerDeps(import.meta.dirname);

/** Called when an execution has ended without success: gives its run a result and a report if it has none. */
export async function handler({ detail }: StatusChange): Promise<void> {
  const { executionArn: execution, name, status, input } = detail;
  const run = runOf(name, input === null ? undefined : JSON.parse(input));
  const settled = await settleExecution({ run, execution, cancelled: status === 'ABORTED' }, deps);
  log('info', `the execution is ${status.toLowerCase()}; its run: ${settled}`, { run, execution });
}
