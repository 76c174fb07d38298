import * as z from 'zod/mini';
import { pointer } from './pointer.ts';

const count = z.int().check(z.minimum(0), z.maximum(10));

/**
 * A request; texts may hold `{{args.name}}`, `{{context.name}}`, `{{input}}` and, in headers, `{{secrets.name}}` of a
 * secret that the manifest names.
 */
export const httpFields = {
  method: z.optional(z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  /** Its scheme and host stand here as they are; what is put into the rest is encoded. */
  url: z
    .string()
    .check(z.regex(/^https?:\/\/[^/?#{}@\s]+([/?#]|$)/, 'a URL is http(s)://host/…, the host without {{…}}')),
  headers: z.optional(
    z.record(z.string().check(z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'no name of a header')), z.string()),
  ),
  /** A text is sent as it is, anything else as JSON; a text in JSON that is one reference keeps the type of its value. */
  body: z.optional(z.unknown()),
  /** Whether addresses of private networks and of this machine may be reached. */
  allow_private: z.optional(z.boolean()),
  /** How often it is sent again in one attempt, 3 by default: after 408, 425, 429, 5xx and broken connections. */
  retries: z.optional(count),
  /** How many redirects are followed, 5 by default. */
  redirects: z.optional(count),
  /** Bytes that an answer may have, 10 million by default. */
  max_bytes: z.optional(z.int().check(z.positive())),
  /** Where in a JSON answer the output is; the whole answer where it says nothing. */
  output: z.optional(pointer),
  /** Where in a JSON answer the label is, where the node has a choice. */
  label: z.optional(pointer),
  /** Path of an artifact that the answer is kept as, whole. */
  artifact: z.optional(z.string()),
};
