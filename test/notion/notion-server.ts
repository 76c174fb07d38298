import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkProperties, matches, pageObject, sourceObject } from './notion-objects.ts';
import type { Page, Source } from './notion-objects.ts';

/** A small Notion: it keeps pages, refuses what the service refuses, and remembers what it was asked. */
export interface NotionServer {
  readonly url: string;
  readonly sources: Source[];
  readonly pages: Page[];
  /** `METHOD /path` of all requests so far. */
  readonly requests: string[];
  /** Answers the next requests with these statuses in place of doing anything; 429 asks to wait no time at all. */
  readonly refuseWith: number[];
  close(): Promise<void>;
}

export const TOKEN = 'secret_of_the_test';

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export async function startNotion(sources: Source[]): Promise<NotionServer> {
  const pages: Page[] = [];
  const requests: string[] = [];
  const refuseWith: number[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, { sources, pages, requests, refuseWith });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sources, pages, requests, refuseWith, close: () => closed(server) };
}

type World = Pick<NotionServer, 'sources' | 'pages' | 'requests' | 'refuseWith'>;

async function answer(request: IncomingMessage, response: ServerResponse, world: World): Promise<void> {
  const path = request.url!;
  world.requests.push(`${request.method} ${path}`);
  const respond = (status: number, body: object, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  try {
    const text = await bodyOf(request);
    const refused = world.refuseWith.shift();
    if (refused === 429) throw new Refusal(429, 'rate_limited', 'slow down');
    if (refused !== undefined) throw new Refusal(refused, 'internal_server_error', 'not now');
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      throw new Refusal(401, 'unauthorized', 'API token is invalid.');
    if (request.headers['notion-version'] !== '2025-09-03')
      throw new Refusal(400, 'missing_version', 'no known version');
    respond(200, handle(request.method!, path, text === '' ? {} : (JSON.parse(text) as Body), world));
  } catch (error) {
    const { status, code, message } =
      error instanceof Refusal ? error : new Refusal(400, 'validation_error', (error as Error).message);
    respond(status, { object: 'error', status, code, message }, status === 429 ? { 'retry-after': '0' } : {});
  }
}

interface Body {
  readonly query?: string;
  readonly filter?: object;
  readonly sorts?: readonly { readonly property: string; readonly direction: string }[];
  readonly start_cursor?: string;
  readonly page_size?: number;
  readonly parent?: { readonly type?: string; readonly data_source_id?: string };
  readonly properties?: Record<string, object>;
}

function handle(method: string, path: string, body: Body, world: World): object {
  const { sources, pages } = world;
  const [, , kind, id, verb] = path.split('/');
  if (method === 'POST' && kind === 'search') return search(sources, body);
  if (method === 'GET' && kind === 'databases') {
    const source = sources.find(({ database }) => database.id === id);
    if (!source) throw new Refusal(404, 'object_not_found', 'no such database');
    const { title } = source.database;
    return { object: 'database', id, title: [{ type: 'text', plain_text: title, text: { content: title } }], url: 'x' };
  }
  const source = sources.find((other) => other.id === id);
  if (method === 'GET' && kind === 'data_sources') {
    if (!source) throw new Refusal(404, 'object_not_found', 'no such data source');
    return sourceObject(source);
  }
  if (method === 'POST' && kind === 'data_sources' && verb === 'query' && source) return query(source, pages, body);
  if (method === 'POST' && kind === 'pages') return createPage(body, world);
  if (method === 'PATCH' && kind === 'pages') return updatePage(id!, body, world);
  throw new Refusal(400, 'invalid_request_url', `${method} ${path}`);
}

function createPage({ parent, properties = {} }: Body, { sources, pages }: World): object {
  const source = sources.find(({ id }) => id === parent?.data_source_id);
  if (parent?.type !== 'data_source_id' || !source) throw new Refusal(404, 'object_not_found', 'no such parent');
  checkProperties(source, properties);
  const page = { id: `page-${pages.length + 1}`, source: source.id, properties };
  pages.push(page);
  return pageObject(page, source);
}

function updatePage(id: string, { properties = {} }: Body, { sources, pages }: World): object {
  const page = pages.find((other) => other.id === id);
  if (!page) throw new Refusal(404, 'object_not_found', 'no such page');
  const source = sources.find((other) => other.id === page.source)!;
  checkProperties(source, properties);
  Object.assign(page.properties, properties);
  return pageObject(page, source);
}

/** Like the service, finds near titles too, and gives one result at a time. */
function search(sources: readonly Source[], { query = '', filter, start_cursor }: Body): object {
  if (JSON.stringify(filter) !== '{"property":"object","value":"data_source"}') throw new Error('not such a filter');
  const words = query
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word !== '');
  const found = sources.filter(({ title, database }) =>
    words.some((word) => `${title} ${database.title}`.toLowerCase().includes(word)),
  );
  const at = Number(start_cursor ?? '0');
  const more = at + 1 < found.length;
  const results = found.slice(at, at + 1).map(sourceObject);
  return {
    object: 'list',
    results,
    has_more: more,
    next_cursor: more ? String(at + 1) : null,
    type: 'page_or_data_source',
  };
}

function query(source: Source, pages: readonly Page[], { filter, sorts = [], page_size = 100 }: Body): object {
  const own = pages.filter((page) => page.source === source.id && matches(source, page, filter));
  const [sort] = sorts;
  if (sort) {
    const key = (page: Page) => (page.properties[sort.property] as { date: { start: string } }).date.start;
    own.sort((a, b) => key(a).localeCompare(key(b)) * (sort.direction === 'descending' ? -1 : 1));
  }
  const results = own.slice(0, page_size).map((page) => pageObject(page, source));
  return { object: 'list', results, has_more: own.length > page_size, next_cursor: null, type: 'page_or_data_source' };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
