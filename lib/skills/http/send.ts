import { STATUS_CODES } from 'node:http';
import { Agent, interceptors } from 'undici';
import type { Dispatcher } from 'undici';
import { publicLookup, refuseAddress } from './addresses.ts';

/** A request with everything put in. */
export interface Request {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Limits {
  readonly allowPrivate: boolean;
  readonly retries: number;
  readonly redirects: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Milliseconds before the first retry, twice as long before each further one. */
  readonly firstWait?: number;
}

export interface Response {
  readonly status: number;
  /** Where the answer came from, after redirects. */
  readonly url: URL;
  readonly method: string;
  readonly body: Uint8Array;
}

const TOO_MANY_OR_LATE = [408, 425, 429];
const RETRIED = [...TOO_MANY_OR_LATE, 500, 502, 503, 504, 507, 529];
const REDIRECTS = [301, 302, 303, 307, 308];

/** Milliseconds that one wait before a retry may have, whatever the server asks for. */
const LONGEST_WAIT = 20_000;

/** Headers that go along to another host: what a manifest states, secrets above all, is meant for its own host. */
const HARMLESS = ['accept', 'user-agent'];

/**
 * Sends a request and reads the answer. It is sent again where the server asks for that or a connection breaks, and
 * follows redirects, each of which is held to the same rules. Throws where there is no answer, or one that is too long.
 */
export async function send(request: Request, limits: Limits): Promise<Response> {
  // The node's timeout bounds the whole.
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
  const open = new Agent(timeouts);
  const guarded = new Agent({ ...timeouts, connect: { lookup: publicLookup } });
  const retrying = (agent: Agent): Dispatcher =>
    agent.compose(
      interceptors.retry({
        maxRetries: limits.retries,
        minTimeout: limits.firstWait ?? 500,
        maxTimeout: LONGEST_WAIT,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        statusCodes: RETRIED,
        throwOnError: false,
      }),
    );
  const ways: Ways = { open: retrying(open), guarded: retrying(guarded) };
  try {
    return await follow(request, limits, ways);
  } finally {
    await Promise.all([open.destroy(), guarded.destroy()]);
  }
}

/** By which connections are made: to any address, or to those of the public internet. */
interface Ways {
  readonly open: Dispatcher;
  readonly guarded: Dispatcher;
}

async function follow(first: Request, limits: Limits, ways: Ways): Promise<Response> {
  let request = first;
  for (let redirects = 0; ; redirects++) {
    // What is allowed is the host that the manifest names, and not whatever that one sends us to.
    const free = limits.allowPrivate && request.url.hostname === first.url.hostname;
    if (!free) refuseAddress(request.url);
    const { method, url, headers, body } = request;
    const answer = await ways[free ? 'open' : 'guarded']
      .request({
        ...{ origin: url.origin, path: `${url.pathname}${url.search}`, method, headers, signal: limits.signal },
        ...(body !== undefined && { body }),
      })
      .catch((error: unknown) => {
        throw limits.signal.aborted ? limits.signal.reason : unreachable(request, error);
      });
    const { location } = answer.headers;
    if (!REDIRECTS.includes(answer.statusCode) || typeof location !== 'string') {
      return { status: answer.statusCode, url, method, body: await read(answer.body, request, limits) };
    }
    await answer.body.dump();
    if (redirects >= limits.redirects)
      throw new Error(`${shownRequest(request)} redirects more than ${limits.redirects} times`);
    request = redirected(request, answer.statusCode, location);
  }
}

function redirected(request: Request, status: number, location: string): Request {
  const url = URL.parse(location, request.url.href);
  const says = `${shownRequest(request)} redirects to`;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new Error(`${says} something that is no address of the web`);
  if (request.url.protocol === 'https:' && url.protocol === 'http:') throw new Error(`${says} an address without TLS`);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const turnsToGet = !reads && status !== 307 && status !== 308;
  const elsewhere = url.origin !== request.url.origin;
  if (elsewhere && !reads && !turnsToGet) throw new Error(`${says} another host, which is not sent the request`);
  const kept = Object.entries(request.headers).filter(
    ([name]) => (!elsewhere || HARMLESS.includes(name)) && !(turnsToGet && name.startsWith('content-')),
  );
  const { body } = request;
  return {
    method: turnsToGet ? 'GET' : request.method,
    url,
    headers: Object.fromEntries(kept),
    ...(!turnsToGet && body !== undefined && { body }),
  };
}

async function read(
  body: Dispatcher.ResponseData['body'],
  request: Request,
  { maxBytes, signal }: Limits,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : unreachable(request, error);
  }
  if (length > maxBytes) throw new Error(`${shownRequest(request)} answers with more than ${maxBytes} bytes`);
  return Buffer.concat(chunks);
}

/** Neither query nor headers: they may hold what is nobody's business. */
export function shownRequest({ method, url }: Pick<Request, 'method' | 'url'>): string {
  return `${method} ${url.origin}${url.pathname}`;
}

export function shownStatus(status: number): string {
  const text = STATUS_CODES[status];
  return text === undefined ? String(status) : `${status} ${text}`;
}

function unreachable(request: Request, error: unknown): Error {
  const { message, code } = error as NodeJS.ErrnoException;
  const said = message === '' ? (code ?? 'unknown') : message;
  // Going on in the middle was tried already.
  const why = code === 'UND_ERR_REQ_RETRY' ? 'the connection broke off in the middle of it' : said;
  return new Error(`${shownRequest(request)} got no answer: ${why}`, { cause: error });
}
