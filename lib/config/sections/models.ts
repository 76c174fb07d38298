import * as z from 'zod';

const price = z.number().nonnegative();

const model = z.strictObject({
  provider: z.enum(['bedrock', 'anthropic', 'openai-compatible']).default('bedrock'),
  /** As the provider names it. */
  model: z.string().min(1),
  /** Bedrock: the region that is asked, by default the one of the environment. */
  region: z.string().min(1).optional(),
  /** Where the provider is reached, where that is not its usual address: a proxy, or a server on this machine. */
  baseURL: z.url().optional(),
  /** The name of the secret that holds the key of the provider. */
  apiKey: z.string().min(1).optional(),
  /** US dollars for a million tokens; without them nothing is known of costs. */
  prices: z.strictObject({ input: price, output: price }).optional(),
  /** What is sent where neither the node nor the skill says otherwise. */
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.number().int().positive().optional(),
  /** Handed to the provider as they are. */
  options: z.record(z.string(), z.unknown()).optional(),
});

/** Whoever is compatible with OpenAI has no address of its own. */
const complete = model.refine(
  ({ provider, baseURL }) => provider !== 'openai-compatible' || baseURL !== undefined,
  'a model of the provider openai-compatible needs a baseURL',
);

const modelName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,59}$/, 'the name of a model is letters, digits, "-" and "_", a letter first');

/** Models by name: `models: {default: {model: …}, small: {provider: anthropic, …}}`. A prompt that names none gets `default`. */
export const models = z.record(modelName, complete);

export type ModelEntry = z.output<typeof complete>;
