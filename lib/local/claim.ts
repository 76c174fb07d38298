import { mkdirSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { shortHash } from '../ir/names.ts';
import { HEADER } from '../node/record.ts';
import { errorCode } from '../store/error-code.ts';
import { RECORDS } from '../store/run-folder.ts';
import type { StateStore } from '../store/state-store.ts';
import type { Holder, LockResult } from './lock.ts';
import { takeLock } from './lock.ts';

/** Whoever holds it looks for a workflow's latest run and begins a new one: nobody else does so meanwhile. */
export interface Claim {
  release(): void;
}

/** Milliseconds between two tries, and until somebody who waits gives up. A claim is held until a run has a record. */
const PAUSE = 30;
const PATIENCE = 30_000;

/**
 * Takes the claim of a workflow, waiting for others; tells who holds it where that takes too long. Where no lock can be
 * written there is nothing to claim: what that means for the run is told when its record is opened.
 */
export async function takeClaim(root: string, workflow: string): Promise<Claim | { readonly heldBy: Holder }> {
  const records = join(root, RECORDS);
  const path = join(records, 'claims', `${shortHash(workflow, 16)}.lock`);
  for (const until = Date.now() + PATIENCE; ;) {
    const lock = tryToTake(path);
    if (lock === 'impossible') return { release: () => undefined };
    if (lock.kind === 'held') return { release: () => giveBack(lock.release, dirname(path), records) };
    if (Date.now() > until) return { heldBy: lock.holder };
    await wait(PAUSE);
  }
}

function tryToTake(path: string): LockResult | 'impossible' {
  for (let tries = 0; ; tries++) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      return takeLock(path);
    } catch (error) {
      // The folder goes with the last claim in it, which may have been just now.
      if (errorCode(error) === undefined) throw error;
      if (errorCode(error) !== 'ENOENT' || tries === 20) return 'impossible';
    }
  }
}

/** Leaves no folder behind where nothing was begun. */
function giveBack(release: () => void, ...folders: readonly string[]): void {
  release();
  try {
    for (const folder of folders) rmdirSync(folder);
  } catch {
    // There is something in it.
  }
}

/** The same store, which calls back once when the run's header has been written: from then on others find the run. */
export function onceBegun(state: StateStore, begun: () => void): StateStore {
  return {
    read: (run, keys) => state.read(run, keys),
    readAll: (run) => state.readAll(run),
    runs: (limit) => state.runs(limit),
    async write(run, key, value, rev) {
      const written = await state.write(run, key, value, rev);
      if (written && key === HEADER) begun();
      return written;
    },
  };
}
