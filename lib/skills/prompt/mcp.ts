import type { createMCPClient, MCPClient } from '@ai-sdk/mcp';
import type { McpServer } from '../../config/sections/mcp.ts';
import type { SkillEnvironment } from '../environment.ts';
import type { SkillOf } from '../resolved.ts';

/** A tool of a server, under the name by which the model calls it: `mcp__<server>__<tool>`. */
export interface ServerTool {
  readonly description: string;
  /** JSON Schema of its arguments, as the server states it. */
  readonly schema: Readonly<Record<string, unknown>>;
  run(input: unknown, signal: AbortSignal): Promise<unknown>;
}

export interface ServerTools {
  readonly tools: Readonly<Record<string, ServerTool>>;
  readonly close: () => Promise<void>;
}

/** Server → tools of it that a skill may call; `*` stands for all. */
export type Allowed = ReadonlyMap<string, readonly string[]>;

/**
 * The tools that a skill is allowed: what its manifest lists under `mcp`, else what its front matter lists among
 * `allowed-tools` as `mcp__server__tool` (`mcp__server` and `mcp__server__*` are all of a server).
 */
export function allowedTools({ manifest, document }: SkillOf<'prompt'>): Allowed {
  if (manifest.mcp) return new Map(Object.entries(manifest.mcp));
  const found = new Map<string, string[]>();
  for (const name of document.frontMatter.allowedTools ?? []) {
    const [, server, tool = '*'] = /^mcp__((?:(?!__).)+)(?:__(.+))?$/.exec(name) ?? [];
    if (server !== undefined) found.set(server, [...(found.get(server) ?? []), tool]);
  }
  return found;
}

/**
 * Connects to the servers that a skill may reach, and takes the allowed tools of each; no other tool of theirs is ever
 * shown or called. Throws where the project names no such server, or it has no such tool.
 */
export async function serverTools(
  allowed: Allowed,
  environment: SkillEnvironment,
  signal: AbortSignal,
): Promise<ServerTools> {
  const open: { close(): Promise<void> }[] = [];
  const close = async () => {
    await Promise.allSettled(open.map((one) => one.close()));
  };
  const tools: Record<string, ServerTool> = {};
  try {
    for (const [server, names] of allowed) {
      const stated = requireServer(server, environment);
      const transport = await transportOf(server, stated, environment).catch((error: unknown) => {
        throw unreachable(server, error);
      });
      if ('close' in transport) open.push(transport);
      const found = connect(server, transport).then((client) => {
        open.push(client);
        return toolsOf(server, names, client);
      });
      Object.assign(tools, await within(PATIENCE, found, signal, `the MCP server ${server} does not answer`));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { tools, close };
}

/** Seconds that a server may take until it has told its tools: whoever is silent by then would be so for all the node's time. */
const PATIENCE = 30;

/** Waits no longer than so many seconds, or until the signal; what then still comes is nobody's. */
async function within<T>(seconds: number, work: Promise<T>, signal: AbortSignal, late: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${late} within ${seconds} seconds`)), seconds * 1000);
  const aborted = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', aborted, { once: true });
  work.catch(() => undefined);
  try {
    signal.throwIfAborted();
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', aborted);
  }
}

async function connect(name: string, transport: Transport): Promise<MCPClient> {
  const { createMCPClient: connectTo } = await import('@ai-sdk/mcp');
  try {
    return await connectTo({ transport, onUncaughtError: () => undefined });
  } catch (error) {
    throw unreachable(name, error);
  }
}

function unreachable(name: string, error: unknown): Error {
  const said = messageOf(error);
  const why = /closed client|connection closed/i.test(said) ? 'it has ended, or does not take part' : said;
  return new Error(`the MCP server ${name} cannot be reached: ${why}`, { cause: error });
}

type Transport = Parameters<typeof createMCPClient>[0]['transport'];

function requireServer(name: string, { prompts }: SkillEnvironment): McpServer {
  const servers = prompts?.mcp ?? {};
  const server = Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (!server) throw new Error(`the project has no MCP server ${name}: name it in stepwright.yaml, under mcp`);
  return server;
}

async function transportOf(name: string, server: McpServer, environment: SkillEnvironment): Promise<Transport> {
  if ('url' in server) {
    const headers: Record<string, string> = {};
    for (const [key, text] of Object.entries(server.headers ?? {})) headers[key] = await withSecrets(text, environment);
    return { type: 'http', url: server.url, headers };
  }
  if (environment.prompts?.processes !== true)
    throw new Error(`${name} is a program, and programs are started on a laptop only`);
  const { StdioMCPTransport } = await import('@ai-sdk/mcp/mcp-stdio');
  const [command, ...args] = server.command;
  return new StdioMCPTransport({
    command: command!,
    args,
    cwd: environment.projectDir,
    stderr: 'ignore',
    ...(server.env && { env: server.env }),
  });
}

/** `{{secrets.name}}` in a text. */
export const SECRET = /\{\{secrets\.([A-Za-z0-9/_+=.@#-]+)\}\}/g;

async function withSecrets(text: string, environment: SkillEnvironment): Promise<string> {
  const values = new Map<string, string>();
  for (const [, name] of text.matchAll(SECRET)) values.set(name!, await environment.secret(name!));
  return text.replace(SECRET, (_match, name: string) => values.get(name)!);
}

async function toolsOf(
  server: string,
  names: readonly string[],
  client: MCPClient,
): Promise<Record<string, ServerTool>> {
  const offered = await offeredBy(client);
  const wanted = names.includes('*') ? offered.map(({ name }) => name) : names;
  const tools: Record<string, ServerTool> = {};
  for (const name of new Set(wanted)) {
    const found = offered.find((one) => one.name === name);
    if (!found)
      throw new Error(`the MCP server ${server} has no tool ${name}; it has ${offered.map((o) => o.name).join(', ')}`);
    tools[`mcp__${server}__${name}`] = {
      description: found.description ?? '',
      schema: { ...found.inputSchema },
      run: async (input, signal) =>
        textOf(await client.callTool({ name, arguments: input as Record<string, unknown>, options: { signal } })),
    };
  }
  return tools;
}

type Offered = Awaited<ReturnType<MCPClient['listTools']>>['tools'];

/** All tools of a server, page by page. */
async function offeredBy(client: MCPClient): Promise<Offered> {
  const tools: Offered = [];
  for (let cursor: string | undefined; ;) {
    const page = await client.listTools(cursor === undefined ? {} : { params: { cursor } });
    tools.push(...page.tools);
    cursor = page.nextCursor;
    if (cursor === undefined) return tools;
  }
}

/** What the model is given of an answer: its texts, and the names of what is none. Throws what the tool says went wrong. */
function textOf(result: unknown): unknown {
  const { content, structuredContent, isError } = result as {
    content?: readonly { type: string; text?: string }[];
    structuredContent?: unknown;
    isError?: boolean;
  };
  const texts = (content ?? []).map((part) => (part.type === 'text' ? (part.text ?? '') : `(${part.type})`));
  if (isError) throw new Error(texts.join('\n') || 'the tool failed');
  return texts.length > 0 ? texts.join('\n') : (structuredContent ?? result);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
