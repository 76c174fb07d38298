/**
 * Errors by which handlers end an attempt or a run. The machine matches them by name: nothing retries the final ones,
 * and an attempt that has failed is retried by the Task's Retry.
 */
export const BLOCKED = 'Stepwright.Blocked';
export const RUN_STOPPED = 'Stepwright.RunStopped';
export const ATTEMPT_FAILED = 'Stepwright.AttemptFailed';
export const RUN_FAILED = 'Stepwright.RunFailed';
export const CANCELLED = 'Stepwright.Cancelled';
/** Somebody else wrote a later truth; trying again reads it. */
export const SUPERSEDED = 'Stepwright.Superseded';

export function failure(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
