import * as z from 'zod';

/** Where secrets are found on this machine, besides its environment variables: `secrets: {file: .env}`. */
export const secrets = z.strictObject({
  /** A file of lines `NAME=value`, seen from the project file. It does not belong into the repository. */
  file: z.string().min(1).optional(),
});
