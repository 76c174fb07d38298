/** How a node wants its prompt to be answered: what it states goes before what the skill states. */
export interface PromptSettings {
  /** A name among the project's models, or `provider/model`. */
  readonly model?: string;
  readonly temperature?: number;
  /** Tokens that one answer of the model may have. */
  readonly maxOutputTokens?: number;
  /** How often the model may be called in one execution. */
  readonly maxSteps?: number;
  /** JSON Schema of the output. */
  readonly outputSchema?: Readonly<Record<string, unknown>>;
}

/** What a node or a run may spend. The numbers are above 0. */
export interface Budget {
  /** Input and output tokens. */
  readonly tokens?: number;
  /** US dollars, by the prices that the project states for its models. */
  readonly usd?: number;
  /** Seconds that skills have run. */
  readonly seconds?: number;
}
