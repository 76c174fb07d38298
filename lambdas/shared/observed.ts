import { ATTEMPT_FAILED, BLOCKED, failure, RUN_FAILED } from '../../lib/node/failures.ts';
import { logger } from './log.ts';
import { publishMetrics } from './progress.ts';

/** What the runtime tells of an invocation, as far as handlers and their logs need it. */
export interface Invocation {
  readonly awsRequestId: string;
  readonly invokedFunctionArn: string;
}

/** A handler whose logs bear the ids of the invocation, whose metrics go out, and whose errors tell no contents. */
export function observed<Event, Answer>(
  handler: (event: Event, invocation: Invocation) => Promise<Answer>,
): (event: Event, invocation: Invocation) => Promise<Answer> {
  return async (event, invocation) => {
    logger.addContext(invocation as Parameters<typeof logger.addContext>[0]);
    try {
      return await handler(event, invocation);
    } catch (error) {
      throw withoutContents(error);
    } finally {
      publishMetrics();
    }
  };
}

/** Errors whose messages quote what skills report; that stands in the record. */
const quoting = [ATTEMPT_FAILED, BLOCKED, RUN_FAILED];

/** The platform logs what a handler throws, and the service shows it: what a skill has reported is kept out of that. */
export function withoutContents(error: unknown): unknown {
  if (!(error instanceof Error) || !quoting.includes(error.name)) return error;
  return failure(error.name, 'the record of the run says why: see stepwright status --cloud');
}
