import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Megabytes that a skill's thread may take: its heap, without buffers. */
export type MemoryLimit = number | undefined;

/** A thread that has been started and has nothing to do yet: starting takes longer than many a skill. */
let spare: { readonly worker: Worker; readonly limit: MemoryLimit } | undefined;

/** A thread for one execution. The next one of its kind is started at once. */
export function takeWorker(limit: MemoryLimit): Worker {
  const waiting = spare;
  prepareWorker(limit);
  if (waiting?.limit === limit && waiting) {
    waiting.worker.ref();
    return waiting.worker;
  }
  void waiting?.worker.terminate();
  return startWorker(limit);
}

/** Starts a thread for an execution to come. */
export function prepareWorker(limit: MemoryLimit): void {
  const worker = startWorker(limit);
  // While it waits it keeps no process from ending.
  worker.unref();
  spare = { worker, limit };
}

/** Ends the thread that waits; whoever takes one later starts anew. */
export async function endSpareWorker(): Promise<void> {
  const waiting = spare;
  spare = undefined;
  await waiting?.worker.terminate();
}

function startWorker(limit: MemoryLimit): Worker {
  const worker = new Worker(workerFile(), {
    stdout: true,
    stderr: true,
    ...(limit !== undefined && { resourceLimits: { maxOldGenerationSizeMb: limit } }),
  });
  // A thread that fails while nobody has it yet is replaced: whoever takes it hears of its end.
  worker.on('error', () => undefined);
  return worker;
}

/** Beside this file in the sources and in a function; the built library has it where the sources do. */
function workerFile(): URL {
  const extension = extname(fileURLToPath(import.meta.url));
  const beside = new URL(`./worker${extension}`, import.meta.url);
  return existsSync(beside) ? beside : new URL('../lib/skills/code/worker.js', import.meta.url);
}
