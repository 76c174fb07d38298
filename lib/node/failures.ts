/**
 * Errors by which handlers end an attempt or a run. The machine matches them by name: nothing retries the final ones,
 * and an attempt that has failed is retried by the Task's Retry.
 */
export const BLOCKED = 'Stepwright.Blocked';
/** The run's input is not what its workflow declares. */
export const BAD_INPUT = 'Stepwright.BadInput';
export const RUN_STOPPED = 'Stepwright.RunStopped';
export const ATTEMPT_FAILED = 'Stepwright.AttemptFailed';
export const RUN_FAILED = 'Stepwright.RunFailed';
export const CANCELLED = 'Stepwright.Cancelled';
/** Of a skill that took too long; the name that such errors have everywhere in Node. */
export const TIMED_OUT = 'TimeoutError';
/** Somebody else wrote a later truth; trying again reads it. */
export const SUPERSEDED = 'Stepwright.Superseded';
/** The skill was run, but somebody else has meanwhile recorded something later: what it did does not count. */
export const LATE = 'Stepwright.Late';
/** A store did not answer, or threw for a reason of its own: no attempt of the node, and retried with patience. */
export const UNAVAILABLE = 'Stepwright.Unavailable';

/** A person has answered what a skill has asked, or raised a budget: the node is executed again. It is no failure. */
export const AGAIN = 'Stepwright.Again';

export function failure(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
