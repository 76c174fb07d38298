/** An error as states see it: a name that Retry matches, and a cause for people. */
export class StateError extends Error {
  readonly code: string;

  constructor(code: string, cause: string) {
    super(cause);
    this.name = 'StateError';
    this.code = code;
  }
}

export function stateError(code: string, cause: string): StateError {
  return new StateError(code, cause);
}

/** Whatever an invocation threw: its name is the error's name, as with a Lambda function. */
export function asStateError(error: unknown): StateError {
  if (error instanceof StateError) return error;
  if (error instanceof Error) return stateError(error.name, error.message);
  return stateError('Error', String(error));
}
