import * as z from 'zod/mini';

const positive = z.int().check(z.positive());

/** A policy statement that a skill needs for its own work. */
const statement = z.strictObject({
  actions: z.array(z.string()).check(z.minLength(1)),
  resources: z.array(z.string()).check(z.minLength(1)),
});

/** What a manifest of any kind may say. */
export const commonFields = {
  description: z.optional(z.string()),
  /** Seconds; the node's own `timeout_seconds` goes before it. */
  timeout_seconds: z.optional(positive),
  /** A skill that states memory, policy statements or secrets gets a function and a role of its own. */
  memory_mb: z.optional(positive),
  iam: z.optional(z.array(statement)),
  /** Name in the skill → name of the secret. The value never stands in a file, record, log or template. */
  secrets: z.optional(z.record(z.string(), z.string())),
};
