import * as z from 'zod';

const overHttp = z.strictObject({
  url: z.url(),
  /** `{{secrets.name}}` stands for the value of the secret of that name. */
  headers: z.record(z.string(), z.string()).optional(),
});

const asProcess = z.strictObject({
  /** A program and its arguments, which speaks the protocol on its standard input and output; on this machine only. */
  command: z.array(z.string()).min(1),
  env: z.record(z.string(), z.string()).optional(),
});

const serverName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,29}$/, 'the name of a server is lower-case letters, digits and hyphens, 30 at most');

/** Servers of the Model Context Protocol by name. A skill reaches only those tools of them that it is allowed. */
export const mcp = z.record(serverName, z.union([overHttp, asProcess]));

export type McpServer = z.output<typeof overHttp> | z.output<typeof asProcess>;
