import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { absent, errorCode } from './error-code.ts';
import { openJournal, readJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { allItems, keepItem, pickItems } from './kept-items.ts';
import type { KeptItems } from './kept-items.ts';
import { entryLine } from './replay.ts';
import { runFolder, runsFolder } from './run-folder.ts';
import { isPartition, isRunId, requirePartition } from './run-id.ts';
import { HEADER_KEY } from './state-store.ts';
import type { StateStore } from './state-store.ts';

/** The runs of a project, each in the append-only file `.workflow/runs/<run>/journal.jsonl`. */
export interface FileStateStore extends StateStore {
  /** Calls back after each write, when it is safe. Returns what ends that. */
  onWrite(listener: (run: string, key: string) => void): () => void;
  /** Waits for the writes under way and closes the files. */
  close(): Promise<void>;
}

export interface FileStateOptions {
  /**
   * Called once, when a journal cannot be written (any more): the run then goes on in memory. Without it, opening and
   * writing throw, and so does a damaged journal in any case. (The steps dialect goes on, the graph dialect does not.)
   */
  readonly onUnwritable?: (error: unknown) => void;
}

/**
 * Opens the records of the project at `root`, and the journal of `run` for writing, so that a folder that cannot be
 * written is known before anything runs. Journals of other runs are opened when first written to. Nobody else may
 * write a run that is written through this store; runs that are only read are read from the disk each time.
 */
export async function openFileState(
  root: string,
  run: string,
  options: FileStateOptions = {},
): Promise<FileStateStore> {
  const journals = new Map<string, Promise<Journal>>();
  const listeners = new Set<(run: string, key: string) => void>();
  let warned = false;

  function goOnInMemory(error: unknown): void {
    if (!options.onUnwritable || errorCode(error) === undefined) throw error;
    if (!warned) options.onUnwritable(error);
    warned = true;
  }

  function journal(name: string): Promise<Journal> {
    requirePartition(name);
    let opening = journals.get(name);
    if (!opening) {
      opening = openJournal(journalPath(root, name)).catch((error: unknown) => {
        goOnInMemory(error);
        return memoryJournal();
      });
      journals.set(name, opening);
    }
    return opening;
  }

  async function items(name: string): Promise<KeptItems> {
    if (journals.has(name)) return (await journal(name)).items;
    return isPartition(name) ? readJournal(journalPath(root, name)) : new Map();
  }

  await journal(run);
  return {
    async read(name, keys) {
      return pickItems(await items(name), keys);
    },
    async readAll(name) {
      return allItems(await items(name));
    },
    async write(name, key, value, was) {
      const opened = await journal(name);
      const json = JSON.stringify(value);
      // No waiting between this test and the line's place in the journal: of two writers the first one wins.
      if (!keepItem(opened.items, key, json, was)) return false;
      await opened.append(entryLine(key, was + 1, json)).catch(goOnInMemory);
      for (const listener of listeners) listener(name, key);
      return true;
    },
    runs: (limit) => listRuns(root, limit),
    onWrite(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      for (const opening of journals.values()) await (await opening).close();
      journals.clear();
    },
  };
}

/**
 * Ids of the runs in the project's records, the newest first: an id starts with the time of the start. A run whose
 * journal is damaged is among them, so that reading it tells.
 */
export async function listRuns(root: string, limit = Infinity): Promise<string[]> {
  const names = (await readdir(runsFolder(root)).catch(absent)) ?? [];
  const found: string[] = [];
  for (const name of names.filter(isRunId).sort().reverse()) {
    if (found.length >= limit) break;
    const exists = await readJournal(journalPath(root, name)).then(
      (items) => items.has(HEADER_KEY),
      () => true,
    );
    if (exists) found.push(name);
  }
  return found;
}

function journalPath(root: string, run: string): string {
  return join(runFolder(root, run), 'journal.jsonl');
}

function memoryJournal(): Journal {
  return { items: new Map(), append: () => Promise.resolve(), close: () => Promise.resolve() };
}
