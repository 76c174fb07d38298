import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { SkillEnvironment } from '../environment.ts';
import type { SkillContext } from '../skill.ts';
import type { Request } from './messages.ts';

/** Does what a skill in its thread asks for. Rejects as the real context would. */
export interface Served {
  answer(request: Request): Promise<unknown>;
  /** Ends what the skill has left open. */
  close(): void;
}

interface Written {
  readonly stream: PassThrough;
  readonly done: Promise<void>;
}

/** `secrets` are those that the skill's manifest names, by the names that the skill uses. */
export function serve(
  { artifacts }: SkillContext,
  environment: SkillEnvironment,
  secrets: Readonly<Record<string, string>>,
): Served {
  const read = new Map<number, AsyncIterator<Uint8Array>>();
  const written = new Map<number, Written>();

  async function next(id: number, path: string): Promise<Uint8Array | undefined> {
    let iterator = read.get(id);
    if (!iterator) {
      const stream = artifacts.createReadStream(path) as AsyncIterable<Uint8Array>;
      iterator = stream[Symbol.asyncIterator]();
      read.set(id, iterator);
    }
    const found = await iterator.next();
    return found.done ? undefined : found.value;
  }

  function writing(id: number, path: string): Written {
    let one = written.get(id);
    if (!one) {
      const stream = new PassThrough();
      one = { stream, done: artifacts.write(path, stream) };
      // A refusal is told at the next chunk, or at the end.
      one.done.catch(() => undefined);
      written.set(id, one);
    }
    return one;
  }

  async function answer(request: Request): Promise<unknown> {
    switch (request.kind) {
      case 'read':
        return artifacts.readBytes(request.path);
      case 'write':
        return artifacts.write(request.path, request.content);
      case 'secret':
        return secret(request.name);
      case 'next':
        return next(request.stream, request.path);
      case 'leave':
        await read.get(request.stream)?.return?.();
        return undefined;
      case 'chunk': {
        const { stream, done } = writing(request.stream, request.path);
        // Whoever reads the stream may give up in the middle.
        if (!stream.write(request.chunk)) await Promise.race([once(stream, 'drain'), done]);
        return undefined;
      }
      case 'close': {
        const { stream, done } = writing(request.stream, request.path);
        stream.end();
        return done;
      }
      case 'break':
        written.get(request.stream)?.stream.destroy();
        return undefined;
    }
  }

  async function secret(name: string): Promise<string> {
    if (!Object.hasOwn(secrets, name)) throw new Error(`the skill's manifest names no secret ${name}`);
    return environment.secret(secrets[name]!);
  }

  return {
    answer,
    close() {
      for (const iterator of read.values()) void iterator.return?.();
      for (const { stream } of written.values()) if (!stream.writableEnded) stream.destroy();
    },
  };
}
