import * as z from 'zod/mini';

/** A program that is run; no shell reads its arguments. */
export const commandFields = {
  command: z.array(z.string()).check(z.minLength(1)),
  env: z.optional(z.record(z.string(), z.string())),
  /** In the cloud a command runs in the container of the agent skills. */
  image: z.optional(z.string()),
};
