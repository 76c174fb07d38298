/** What a model has used. Told to the host call by call, so that it counts even where the skill then fails. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Cost in US dollars, where prices are known. */
  readonly usd?: number;
  readonly model?: string;
}

/** A question that an earlier execution of the node asked a person, and what that person said. */
export interface Answered {
  readonly question: string;
  readonly answer: string;
}

/**
 * What the executor of a skill can tell the one who runs it, besides a result. Executors that stepwright brings (prompts,
 * agents) use it; a code skill has none.
 */
export interface SkillHost {
  /** Counts what was used in the node's record and against its budget and the run's. */
  spend(usage: Usage): void;
  /** Throws when a budget is used up: the node then waits for a person. To be called before anything that costs. */
  requireBudget(): void;
  /** Seconds until the node's timeout. */
  secondsLeft(): number;
  /**
   * What is to be kept when the execution is interrupted by a question or a budget: asked for at that moment, as JSON. The
   * execution after that finds it in `memory`, unless it was too large.
   */
  remember?(memory: () => unknown): void;
  /**
   * Ends the execution: the node waits for a person's answer, then its skill is executed again and finds the answer in
   * `answers`. Absent where the node cannot wait. Always throws.
   */
  ask?(question: string, choices?: readonly string[]): never;
  /**
   * Hands the work over: first it is recorded that the node waits for `what`, then `begin` is called with the ticket by
   * which the node is answered, and the execution ends. Absent where no answer can come. Always throws, also what
   * `begin` throws, which is a failed attempt.
   */
  handOver?(what: string, begin: (ticket: string) => Promise<void>): Promise<never>;
  /**
   * Ends the execution because a run that it has started waits for a person: no attempt is counted, and the skill is
   * executed again at the next visit. Absent where the node cannot wait. Always throws.
   */
  pauseBehind?(why: string): never;
  /** Ends the execution because a service does not answer: no attempt is counted, and the machine tries again. Always throws. */
  unavailable(why: string): never;
}
