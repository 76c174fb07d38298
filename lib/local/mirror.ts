import { dirname } from 'node:path';
import { toJson } from '../ir/json.ts';
import { assemble } from '../node/assemble.ts';
import { HEADER } from '../node/record.ts';
import type { Indexed } from '../node/view.ts';
import { makeFolder, replaceFile } from '../store/atomic-file.ts';
import type { FileStateStore } from '../store/file.ts';

/** Milliseconds between a change and the writing of the files; what comes meanwhile is written with it. */
const DELAY = 50;

/** Keeps `state.json` in step with a run's journal. */
export interface Mirror {
  /** Ends the mirroring; resolves when the files show the last change. Where nothing changed nothing is written. */
  stop(): Promise<void>;
}

export interface MirrorOptions {
  readonly run: string;
  readonly workflow: Indexed;
  /** The files to write. */
  readonly paths: readonly string[];
  /** Told once when a file cannot be written: the journal is the truth, and the run goes on. */
  readonly onError: (error: unknown) => void;
}

export function startMirror(store: FileStateStore, options: MirrorOptions): Mirror {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let told = false;
  let changed = false;

  /** One writing after the other, so that an older state never replaces a newer one. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    changed = false;
    writing = writing
      .then(() => writeState(store, options))
      .catch((error: unknown) => {
        if (!told) options.onError(error);
        told = true;
      });
    return writing;
  }

  const unsubscribe = store.onWrite((run) => {
    if (run !== options.run) return;
    changed = true;
    timer ??= setTimeout(() => void flush(), DELAY);
  });
  return {
    stop: () => {
      unsubscribe();
      return changed ? flush() : writing;
    },
  };
}

async function writeState(store: FileStateStore, { run, workflow, paths }: MirrorOptions): Promise<void> {
  const items = await store.readAll(run);
  if (!items.has(HEADER)) return;
  const text = `${toJson(assemble(workflow, items), 2)}\n`;
  for (const path of paths) {
    await makeFolder(dirname(path));
    await replaceFile(path, text);
  }
}
