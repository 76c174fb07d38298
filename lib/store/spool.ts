import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Content } from './content.ts';

/** Bytes of a stream that are kept in memory; more go into a file. */
const IN_MEMORY = 4 * 1024 * 1024;

/** Keeps what comes as streams until it is published. */
export interface Spool {
  take(stream: Readable): Promise<Content>;
  /** Deletes the files; what was taken is no longer there. */
  remove(): Promise<void>;
}

export function spool(inMemory = IN_MEMORY): Spool {
  let folder: Promise<string> | undefined;
  let files = 0;
  let removed = false;
  return {
    async take(stream) {
      if (removed) throw new Error('the node has ended: nothing can be written any more');
      const chunks: Uint8Array[] = [];
      const hash = createHash('sha256');
      let bytes = 0;
      let file: { readonly path: string; readonly out: ReturnType<typeof createWriteStream> } | undefined;
      try {
        for await (const piece of stream as AsyncIterable<string | Uint8Array>) {
          const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
          bytes += chunk.length;
          hash.update(chunk);
          if (!file && bytes <= inMemory) {
            chunks.push(chunk);
            continue;
          }
          if (!file) {
            folder ??= mkdtemp(join(tmpdir(), 'stepwright-'));
            const path = join(await folder, String(++files));
            file = { path, out: createWriteStream(path) };
            for (const early of chunks.splice(0)) file.out.write(early);
          }
          if (!file.out.write(chunk)) await once(file.out, 'drain');
        }
        if (!file) return Buffer.concat(chunks);
        file.out.end();
        await finished(file.out);
        return { file: file.path, bytes, sha256: hash.digest('hex') };
      } catch (error) {
        file?.out.destroy();
        throw error;
      }
    },
    async remove() {
      removed = true;
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}
