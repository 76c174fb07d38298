import * as z from 'zod/mini';

const positive = z.int().check(z.positive());

/** What a prompt skill may say besides its text. */
export const promptFields = {
  /** `provider/model`, or a name among the project's `models`. */
  model: z.optional(z.string()),
  temperature: z.optional(z.number()),
  max_output_tokens: z.optional(positive),
  max_steps: z.optional(positive),
  /** Server → the tools of it that the skill may call. */
  mcp: z.optional(z.record(z.string(), z.array(z.string()))),
  /** JSON Schema of what the skill finishes with, besides status, label and note. */
  output_schema: z.optional(z.record(z.string(), z.unknown())),
};
