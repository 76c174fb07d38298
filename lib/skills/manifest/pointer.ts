import * as z from 'zod/mini';

/** Where something is in JSON. */
export const pointer = z.string().check(z.regex(/^(\/.*)?$/, 'a JSON pointer is empty or begins with /'));
