import * as z from 'zod/mini';

/** A question to a person. */
export const humanFields = {
  question: z.string(),
  /** Labels to choose from; the node's own by default. */
  choices: z.optional(z.array(z.string()).check(z.minLength(1))),
};
