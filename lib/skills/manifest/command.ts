import * as z from 'zod/mini';
import { template } from './template.ts';

/** A program that is run; no shell reads its arguments. */
export const commandFields = {
  command: z.array(template).check(z.minLength(1)),
  /** What it works in: a checkout or a copy of the project, as agents do; an empty folder where it says nothing. */
  workspace: z.optional(z.enum(['git', 'folder'])),
  /** Texts may hold `{{args.name}}`, as the words of the command may. */
  env: z.optional(z.record(z.string(), template)),
  /** In the cloud a command runs in the container of the agent skills. */
  image: z.optional(z.string()),
};
