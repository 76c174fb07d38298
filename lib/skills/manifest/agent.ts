import * as z from 'zod/mini';
import { template } from './template.ts';

const positive = z.int().check(z.positive());

/** What an agent skill may say: a command line that works in a workspace. */
export const agentFields = {
  /** The agent's command line, in place of the project's `agent.command`. */
  command: z.optional(z.array(template).check(z.minLength(1))),
  /** What it works in: a git checkout of the project, or a copy of the folder. */
  workspace: z.optional(z.enum(['git', 'folder'])),
  env: z.optional(z.record(z.string(), template)),
  /** In the cloud: the image, and units of processor (1024 are one). */
  image: z.optional(z.string()),
  cpu: z.optional(positive),
};
