import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Indexed } from '../node/view.ts';
import type { Script } from '../skills/scripted.ts';
import { STAND_IN } from '../skills/scripted.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import { makeFolder } from '../store/atomic-file.ts';
import { errorCode } from '../store/error-code.ts';
import type { FileStateStore } from '../store/file.ts';
import { openFileState } from '../store/file.ts';
import { folderArtifacts } from '../store/folder.ts';
import { memoryArtifacts } from '../store/memory-artifacts.ts';
import { memoryState } from '../store/memory-state.ts';
import { RECORDS, runFolder } from '../store/run-folder.ts';
import type { StateStore } from '../store/state-store.ts';
import type { Holder } from './lock.ts';
import { takeLock } from './lock.ts';
import { startMirror } from './mirror.ts';
import { lockPath, logPath, statePath, writeOrigin } from './run-files.ts';
import type { RunLog } from './run-log.ts';
import { noLog, openRunLog } from './run-log.ts';

/** The project's records, open for work on one run, which nobody else works on meanwhile. */
export interface Session {
  readonly run: string;
  readonly state: StateStore;
  readonly artifacts: ArtifactStore;
  readonly log: RunLog;
  /** What went wrong with the records without stopping the run; grows while it goes on. */
  readonly warnings: readonly string[];
  /** Whether the record is on the disk, and not only in memory. */
  readonly kept: boolean;
  /** Keeps what the run is made from beside its record. */
  keepOrigin(script: Script | undefined): Promise<void>;
  /** Writes everything out and lets go of the run. */
  close(): Promise<void>;
}

export type OpenedSession =
  | { readonly kind: 'open'; readonly session: Session }
  /** Another process works on the run. */
  | { readonly kind: 'owned'; readonly holder: Holder }
  /** Graph dialect: without a record that can be written nothing may run. */
  | { readonly kind: 'unwritable'; readonly why: string };

export interface SessionOptions {
  /** The project's folder: the records are in `.workflow` in it, and artifacts have their paths from it. */
  readonly root: string;
  readonly run: string;
  readonly workflow: Indexed;
  /** Path of the workflow's file, relative to the project, with `/`. */
  readonly file: string;
  /** Scripted outcomes do not replace files of the project that are none of theirs. */
  readonly scripted: boolean;
  /** Where the latest record is shown, in place of `.workflow/state.json`. */
  readonly stateFile?: string;
  readonly now: () => Date;
  /** Told of each warning at once. */
  readonly onWarning?: (text: string) => void;
}

/** Opens a run, new or recorded, for work: takes its lock, then opens its journal. */
export async function openSession(options: SessionOptions): Promise<OpenedSession> {
  const { root, run } = options;
  try {
    await makeFolder(runFolder(root, run));
    await access(join(root, RECORDS), constants.W_OK);
    const lock = takeLock(lockPath(root, run));
    if (lock.kind === 'refused') return { kind: 'owned', holder: lock.holder };
    try {
      return { kind: 'open', session: await fileSession(options, lock.release) };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const why = (error as Error).message;
    if (options.workflow.table.dialect === 'graph') return { kind: 'unwritable', why };
    return { kind: 'open', session: memorySession(options, why) };
  }
}

async function fileSession(options: SessionOptions, release: () => void): Promise<Session> {
  const { root, run, workflow, now } = options;
  const { warnings, warn } = warningList(options);
  const steps = workflow.table.dialect === 'steps';
  const state: FileStateStore = await openFileState(root, run, {
    ...(steps && { onUnwritable: (error) => warn(unrecorded((error as Error).message)) }),
  });
  const latest = options.stateFile === undefined ? join(root, RECORDS, 'state.json') : resolve(root, options.stateFile);
  const mirror = startMirror(state, {
    run,
    workflow,
    paths: [statePath(root, run), latest],
    onError: (error) => warn(`state.json could not be written: ${(error as Error).message}`),
  });
  const log = openRunLog(logPath(root, run), now);
  return {
    run,
    state,
    artifacts: folderArtifacts(root, options.scripted ? { mayWrite: sparing() } : {}),
    log,
    warnings,
    kept: true,
    keepOrigin: (script) => writeOrigin(root, run, { file: options.file, table: workflow.table }, script),
    async close() {
      await mirror.stop();
      await log.close();
      await state.close();
      release();
    },
  };
}

/** Leaves alone what stood in the project before, unless it is a stand-in of an earlier run. */
function sparing(): (path: string, existing: Uint8Array | undefined) => boolean {
  const own = new Set<string>();
  return (path, existing) => {
    if (existing && !own.has(path) && !new TextDecoder().decode(existing).startsWith(STAND_IN)) return false;
    own.add(path);
    return true;
  };
}

/** For the steps dialect, whose runs go on without a record. */
function memorySession(options: SessionOptions, why: string): Session {
  const { warnings, warn } = warningList(options);
  warn(unrecorded(why));
  return {
    run: options.run,
    state: memoryState(),
    artifacts: memoryArtifacts(),
    log: noLog,
    warnings,
    kept: false,
    keepOrigin: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function unrecorded(why: string): string {
  return `the record cannot be written, so this run goes on in memory and cannot be resumed: ${why}`;
}

function warningList(options: SessionOptions): { warnings: string[]; warn: (text: string) => void } {
  const warnings: string[] = [];
  const warn = (text: string) => {
    warnings.push(text);
    options.onWarning?.(text);
  };
  return { warnings, warn };
}
