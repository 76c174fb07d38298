import * as z from 'zod/mini';

/** `{{args.name}}`, `{{context.name}}` or `{{input}}`. */
const REFERENCE = /^\{\{\s*(?:(?:args|context)\.[^\s{}]+|input)\s*\}\}$/;

/** What is most likely meant as one. Other things in double braces are for the program itself, as `{{.Name}}` is. */
const MEANT = /(?<!\$)\{\{\s*(?:args?|context|ctx|inputs?|secrets?)\b[^{}]*\}\}/g;

/** A text of a manifest into which values are put. */
export const template = z.string().check(
  z.refine((text) => mistaken(text) === undefined, {
    error: ({ input }) =>
      `${mistaken(String(input))} is no reference; there are {{args.name}}, {{context.name}} and {{input}}`,
  }),
);

function mistaken(text: string): string | undefined {
  return [...text.matchAll(MEANT)].map(([found]) => found).find((found) => !REFERENCE.test(found));
}
