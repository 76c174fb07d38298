import * as z from 'zod/mini';
import { template } from './template.ts';

const answer = z.strictObject({
  label: z.optional(z.string()),
  text: z.optional(z.string()),
  fail: z.optional(z.string()),
});

/** A question to a person. */
export const humanFields = {
  /** It may hold `{{args.name}}`, `{{context.name}}` and `{{input}}`. */
  question: template.check(z.minLength(1)),
  /**
   * What to choose from: labels that the node offers, all of them by default. Where it offers none, the choice is the
   * answer's text.
   */
  choices: z.optional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
  /** The answer where nobody gives one in time; the node's own `on_timeout` goes before it. */
  on_timeout: z.optional(answer),
};
