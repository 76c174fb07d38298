import type { StateError } from './errors.ts';

interface Wait {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: StateError) => void;
}

/** Tasks that wait for an answer by token, and how much else the execution still has to do. */
export class TokenWaits {
  private readonly waits = new Map<string, Wait>();
  private busy = 0;
  private settle: () => void = () => undefined;
  /** Resolves when something waits and nothing else is going on. */
  readonly allElseDone = new Promise<void>((resolve) => (this.settle = resolve));

  /** Counts a piece of work, so that the execution does not pass for paused meanwhile. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.busy++;
    try {
      return await work();
    } finally {
      this.busy--;
      this.look();
    }
  }

  /** Waits for the answer. The token must be known before the function that hands it out is invoked. */
  answer(token: string): Promise<unknown> {
    const answered = new Promise<unknown>((resolve, reject) => this.waits.set(token, { resolve, reject }));
    answered.catch(() => undefined);
    return answered;
  }

  succeed(token: string, output: unknown): boolean {
    return this.take(token, (wait) => wait.resolve(output));
  }

  fail(token: string, error: StateError): boolean {
    return this.take(token, (wait) => wait.reject(error));
  }

  /** Nobody waits for this answer any more; what comes of it is thrown away. */
  forget(token: string): void {
    this.waits.delete(token);
  }

  abandon(error: StateError): void {
    for (const token of [...this.waits.keys()]) this.fail(token, error);
  }

  private take(token: string, end: (wait: Wait) => void): boolean {
    const wait = this.waits.get(token);
    this.waits.delete(token);
    if (wait) end(wait);
    return wait !== undefined;
  }

  /** Whatever follows a piece of work at once has begun by the next turn of the event loop. */
  private look(): void {
    setImmediate(() => {
      if (this.busy === 0 && this.waits.size > 0) this.settle();
    });
  }
}
