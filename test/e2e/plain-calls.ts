import type { Emulator } from './emulator.ts';

/**
 * Calls of services for which a whole SDK client would be much weight in a test, over plain HTTP. The emulator asks for
 * no signature.
 */
export interface PlainCalls {
  /** Makes a queue that gets what is published to a topic. Returns a reader of all messages so far, oldest first. */
  subscribe(topicArn: string): Promise<() => Promise<Published[]>>;
  putEvent(event: { readonly source: string; readonly type: string; readonly detail: object }): Promise<void>;
  /** Invokes a function and waits for its answer. */
  invoke(name: string, event: object): Promise<unknown>;
  /** The full name of the only function whose name holds the text. */
  functionNamed(text: string): Promise<string>;
  /** Asks an HTTP API for something under its default stage, with a signature unless the headers say otherwise. */
  http(endpoint: string, method: string, path: string, more?: HttpParts): Promise<HttpAnswer>;
}

export interface Published {
  readonly subject: string;
  readonly text: string;
  readonly about: Readonly<Record<string, string>>;
}

interface HttpParts {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpAnswer {
  readonly code: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts what it reads
  readonly body: any;
}

/** The emulator looks at who has signed a request, and not at what the signature is. */
const SIGNED =
  'AWS4-HMAC-SHA256 Credential=test/20260101/eu-central-1/execute-api/aws4_request, SignedHeaders=host, Signature=0';

export function plainCalls({ endpoint, account, region }: Emulator): PlainCalls {
  const json = async (target: string, input: object): Promise<Record<string, never>> => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target },
      body: JSON.stringify(input),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${target}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Record<string, never>;
  };
  const lambda = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${endpoint}/2015-03-31/functions${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    async subscribe(topicArn) {
      const name = `told-${Date.now()}`;
      const { QueueUrl } = await json('AmazonSQS.CreateQueue', { QueueName: name });
      const form = new URLSearchParams({
        Action: 'Subscribe',
        Version: '2010-03-31',
        TopicArn: topicArn,
        Protocol: 'sqs',
        Endpoint: `arn:aws:sqs:${region}:${account}:${name}`,
      });
      const response = await fetch(endpoint, { method: 'POST', body: form });
      if (!response.ok) throw new Error(`Subscribe: ${response.status} ${await response.text()}`);
      const seen: Published[] = [];
      return async () => {
        for (;;) {
          const { Messages = [] } = (await json('AmazonSQS.ReceiveMessage', {
            QueueUrl,
            MaxNumberOfMessages: 10,
            VisibilityTimeout: 3600,
          })) as { Messages?: { Body: string }[] };
          if (Messages.length === 0) return seen;
          seen.push(...Messages.map(({ Body }) => published(Body)));
        }
      };
    },
    async putEvent({ source, type, detail }) {
      const Entries = [{ Source: source, DetailType: type, Detail: JSON.stringify(detail) }];
      await json('AWSEvents.PutEvents', { Entries });
    },
    invoke: (name, event) => lambda('POST', `/${name}/invocations`, event),
    async functionNamed(text) {
      const { Functions } = (await lambda('GET', '/')) as { Functions: { FunctionName: string }[] };
      const [found, ...others] = Functions.map(({ FunctionName }) => FunctionName).filter((one) => one.includes(text));
      if (found === undefined || others.length > 0) throw new Error(`no single function ${text}: ${String(others)}`);
      return found;
    },
    async http(address, method, path, { body, headers = {} } = {}) {
      const { authorization = SIGNED, ...others } = headers;
      const api = new URL(address).hostname.split('.')[0]!;
      const response = await fetch(`${endpoint}/_aws/execute-api/${api}/$default${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...others, ...(authorization !== '' && { authorization }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { code: response.status, body: JSON.parse(await response.text()) as unknown };
    },
  };
}

function published(body: string): Published {
  const { Subject, Message, MessageAttributes } = JSON.parse(body) as {
    Subject: string;
    Message: string;
    MessageAttributes: Record<string, { Value: string }>;
  };
  const about = Object.entries(MessageAttributes).map(([name, { Value }]) => [name, Value]);
  return { subject: Subject, text: Message, about: Object.fromEntries(about) as Record<string, string> };
}
