import * as z from 'zod/mini';
import { pointer } from './pointer.ts';

/** A function that is there already. */
export const lambdaFields = {
  /** Name or ARN, with `:version` or `:alias` where one is meant. */
  function: z.string().check(z.regex(/^[A-Za-z0-9:_-]{1,170}$/, 'neither the name nor the ARN of a function')),
  /** `invoke` waits for its answer; with `callback` it answers later, by the stack's `answer-node` function. */
  mode: z.optional(z.enum(['invoke', 'callback'])),
  /** With one of these its answer need be no result: where in it the output and the label are, and as what it is kept. */
  output: z.optional(pointer),
  label: z.optional(pointer),
  artifact: z.optional(z.string()),
};
