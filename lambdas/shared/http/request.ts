import type { SFNClient } from '@aws-sdk/client-sfn';
import { toJson } from '../../../lib/ir/json.ts';
import type { NodeDeps } from '../../../lib/node/deps.ts';

/** What API Gateway tells of a request (payload format 2.0), as far as it is needed. */
export interface HttpRequest {
  /** As `POST /runs`. */
  readonly routeKey: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly pathParameters?: Readonly<Record<string, string | undefined>>;
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly requestContext?: { readonly authorizer?: { readonly iam?: { readonly userArn?: string } } };
}

export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The workflow that is behind the endpoint. */
export interface Served {
  readonly deps: NodeDeps;
  readonly stepFunctions: SFNClient;
  /** ARN of the machine. */
  readonly machine: string;
}

/** A body of JSON; a Map stands for an object with its keys in order. */
export function respond(
  statusCode: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    statusCode,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: toJson(body),
  };
}

/** `problems` names each of several things that are wrong. */
export function failed(statusCode: number, error: string, problems?: readonly string[]): HttpResponse {
  return respond(statusCode, { error, ...(problems && { problems }) });
}

/** Bytes of a body that are taken: what an execution takes as input, which is the largest thing that is sent. */
export const BODY_LIMIT = 262_144;

export type Body = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'none' };

/** The request's body, or the response that says what is wrong with it. */
export function readBody({ body, isBase64Encoded }: HttpRequest): Body | HttpResponse {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > BODY_LIMIT)
    return failed(413, `the body has ${bytes.length} bytes; ${BODY_LIMIT} are taken at most`);
  if (bytes.toString().trim() === '') return { kind: 'none' };
  try {
    return { kind: 'json', value: JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(bytes)) as unknown };
  } catch {
    return failed(400, 'the body is no JSON');
  }
}

export function isResponse(value: Body | HttpResponse): value is HttpResponse {
  return 'statusCode' in value;
}

/** Who has signed the request: the end of an ARN, as `user/ada` or `assumed-role/ops/ada`. */
export function callerOf({ requestContext }: HttpRequest): string | undefined {
  return requestContext?.authorizer?.iam?.userArn?.split(':').slice(5).join(':');
}
