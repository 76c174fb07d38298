import { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import type { CodeContext } from '../skill.ts';
import type { FromSkill, GivenContext, PlainError, Request, ToSkill } from './messages.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The context of a skill in its thread: what is no data is asked of the process, by messages. */
export function remoteContext(given: GivenContext, port: MessagePort, log: CodeContext['log']): CodeContext {
  const waiting = new Map<number, Waiting>();
  const abort = new AbortController();
  let calls = 0;
  let streams = 0;
  const send = (message: FromSkill): void => port.postMessage(message);
  const ask = <T>(request: Request): Promise<T> => {
    const call = ++calls;
    return new Promise<T>((resolve, reject) => {
      waiting.set(call, { resolve: resolve as Waiting['resolve'], reject });
      send({ kind: 'call', call, request });
    });
  };
  port.on('message', (message: ToSkill) => {
    if (message.kind === 'abort') abort.abort(asError(message.reason));
    if (message.kind !== 'answer' && message.kind !== 'refusal') return;
    const one = waiting.get(message.call);
    waiting.delete(message.call);
    if (message.kind === 'answer') one?.resolve(message.value);
    else one?.reject(asError(message.error));
  });

  async function* chunks(path: string): AsyncGenerator<Uint8Array> {
    const stream = ++streams;
    try {
      for (;;) {
        const chunk = await ask<Uint8Array | undefined>({ kind: 'next', stream, path });
        if (chunk === undefined) return;
        yield chunk;
      }
    } finally {
      await ask({ kind: 'leave', stream });
    }
  }

  async function writeStream(path: string, content: Readable): Promise<void> {
    const stream = ++streams;
    try {
      for await (const piece of content as AsyncIterable<string | Uint8Array>) {
        const chunk = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
        await ask({ kind: 'chunk', stream, path, chunk });
      }
    } catch (error) {
      await ask({ kind: 'break', stream });
      throw error;
    }
    await ask({ kind: 'close', stream, path });
  }

  const readBytes = (path: string) => ask<Uint8Array>({ kind: 'read', path });
  return {
    ...given,
    args: withoutPrototype(given.args),
    context: withoutPrototype(given.context),
    artifacts: {
      readBytes,
      read: async (path) => new TextDecoder().decode(await readBytes(path)),
      createReadStream: (path) => Readable.from(chunks(path), { objectMode: false }),
      write: (path, content) =>
        content instanceof Readable ? writeStream(path, content) : ask({ kind: 'write', path, content }),
    },
    secret: (name) => ask({ kind: 'secret', name }),
    signal: abort.signal,
    log,
  };
}

/** Copying makes ordinary objects of those without a prototype. */
function withoutPrototype<T>(values: Readonly<Record<string, T>>): Record<string, T> {
  const result = Object.create(null) as Record<string, T>;
  for (const [key, value] of Object.entries(values)) result[key] = value;
  return result;
}

function asError({ name, message }: PlainError): Error {
  return Object.assign(new Error(message), { name });
}
