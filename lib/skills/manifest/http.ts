import * as z from 'zod/mini';

/** A request; texts may hold `{{args.name}}`, `{{context.name}}`, `{{input}}` and, in headers, `{{secrets.name}}`. */
export const httpFields = {
  method: z.optional(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  url: z.string(),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.unknown()),
  /** Whether addresses of private networks and of this machine may be reached. */
  allow_private: z.optional(z.boolean()),
};
