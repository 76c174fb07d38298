import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of a service, as it passes by. */
export interface ServiceCall {
  /** Such as `PutItem`, or of S3 the method of HTTP. */
  readonly operation: string;
  /** Of S3 and other services without operations. */
  readonly path: string;
  readonly body: string;
}

/** What the proxy answers in place of the service. */
export interface Refusal {
  readonly status: number;
  readonly type: string;
}

export interface Proxy {
  readonly endpoint: string;
  readonly calls: readonly ServiceCall[];
  close(): Promise<void>;
}

/** A proxy on loopback before the emulator, which remembers calls, and refuses those that it is told to refuse. */
export async function startProxy(
  target: string,
  refuse: (call: ServiceCall) => Refusal | undefined = () => undefined,
): Promise<Proxy> {
  const calls: ServiceCall[] = [];
  const server = createServer((incoming, answer) => {
    void handle(incoming, answer).catch((error: unknown) => answer.destroy(error as Error));
  });

  async function handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    const named = incoming.headers['x-amz-target'];
    const call: ServiceCall = {
      operation: typeof named === 'string' ? named.split('.').at(-1)! : incoming.method!,
      path: decodeURIComponent(incoming.url!),
      body: content.toString(),
    };
    calls.push(call);
    const refusal = refuse(call);
    if (refusal) {
      answer.writeHead(refusal.status, { 'content-type': 'application/x-amz-json-1.0' });
      answer.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${refusal.type}`, message: refusal.type }));
      return;
    }
    const { hostname, port } = new URL(target);
    const { method, url: path, headers } = incoming;
    await new Promise<void>((resolve, reject) => {
      const passed = request({ hostname, port, method, path, headers }, (response) => {
        answer.writeHead(response.statusCode!, response.headers);
        response.pipe(answer).once('finish', resolve).once('error', reject);
      });
      passed.once('error', reject);
      passed.end(content);
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    calls,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
