import * as z from 'zod';

const word = z.string().min(1);

const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of a variable is letters, digits and underscores, no digit first');

/** How agent skills are run: `agent: {command: [my-agent, --file, '{instructions}'], pass: [MY_AGENT_KEY]}`. */
export const agent = z.strictObject({
  /** The command line, a word each. `{instructions}`, `{workspace}`, `{skill}` and the like stand for paths. */
  command: z.array(word).min(1, 'a command has at least the name of a program').optional(),
  /** `git`: a checkout of the last commit; `folder`: the files as they lie there. */
  workspace: z.enum(['git', 'folder']).optional(),
  env: z.record(variable, z.string()).optional(),
  /** Names of variables of this machine that agents get besides PATH, HOME and the like. */
  pass: z.array(variable).optional(),
  /** Variable → name of the secret whose value it gets. */
  secrets: z.record(variable, word).optional(),
  /** Whether what an agent has changed is kept as a branch of the project's repository too. */
  branch: z.boolean().optional(),
  /** Whether what agents print as they work is logged; it is, where nothing is said. */
  log: z.boolean().optional(),
  /** In the cloud: the image that agents run in, and how large their containers are. */
  image: word.optional(),
  cpu: z.number().int().positive().optional(),
  memory_mb: z.number().int().positive().optional(),
});

export type AgentSection = z.output<typeof agent>;
