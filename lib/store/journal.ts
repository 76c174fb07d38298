import { open, readFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder, syncFolder } from './atomic-file.ts';
import { absent } from './error-code.ts';
import type { KeptItems } from './kept-items.ts';
import { replay } from './replay.ts';

/** The journal of one run, open for writing. One process at a time may hold it; the run's lock sees to that. */
export interface Journal {
  readonly items: KeptItems;
  /**
   * Adds a line and resolves when it is safe on the disk. Lines that come while the disk is busy share its next
   * answer. After a failure nothing more is added: what the disk then holds is not known.
   */
  append(line: string): Promise<void>;
  /** Waits for what was appended and closes the file. */
  close(): Promise<void>;
}

/** Throws when the file cannot be written, or is damaged in the middle. */
export async function openJournal(path: string): Promise<Journal> {
  await makeFolder(dirname(path));
  const handle = await open(path, 'a+');
  try {
    const { items, length, unended } = replay(await handle.readFile(), path);
    await handle.truncate(length);
    if (unended) await handle.appendFile('\n');
    await handle.sync();
    await syncFolder(dirname(path));
    return { items, ...appender(handle) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The items of a journal that is perhaps being written by another process; none when there is no such file. */
export async function readJournal(path: string): Promise<KeptItems> {
  const bytes = await readFile(path).catch(absent);
  return bytes ? replay(bytes, path).items : new Map();
}

interface Waiting {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

function appender(handle: FileHandle): Pick<Journal, 'append' | 'close'> {
  let waiting: Waiting[] = [];
  let flushing: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        if (failure) throw failure.error;
        await handle.appendFile(batch.map(({ line }) => line).join(''));
        await handle.datasync();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        failure ??= { error };
        for (const { reject } of batch) reject(error);
      }
    }
    flushing = undefined;
  }

  return {
    append(line) {
      return new Promise<void>((resolve, reject) => {
        waiting.push({ line, resolve, reject });
        flushing ??= flush();
      });
    },
    async close() {
      await flushing;
      await handle.close();
    },
  };
}
