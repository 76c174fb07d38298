import * as z from 'zod/mini';

/** A function that is there already. */
export const lambdaFields = {
  /** Name or ARN. */
  function: z.string(),
  /** `invoke` waits for its answer; with `callback` it answers later, by the stack's `answer-node` function. */
  mode: z.optional(z.enum(['invoke', 'callback'])),
};
