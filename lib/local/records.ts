import { join } from 'node:path';
import type { WorkflowTable } from '../ir/table.ts';
import type { RunState } from '../node/assemble.ts';
import { assemble } from '../node/assemble.ts';
import { completion } from '../node/completion.ts';
import type { Header, RunResult } from '../node/record.ts';
import { HEADER } from '../node/record.ts';
import type { Indexed } from '../node/view.ts';
import { asHeader, indexTable } from '../node/view.ts';
import { listRuns } from '../store/file.ts';
import { readJournal } from '../store/journal.ts';
import { allItems } from '../store/kept-items.ts';
import { runFolder } from '../store/run-folder.ts';
import { isRunId } from '../store/run-id.ts';
import type { Item } from '../store/state-store.ts';
import type { Holder } from './lock.ts';
import { holderOf } from './lock.ts';
import { lockPath, readOrigin } from './run-files.ts';

/**
 * How a run stands: its result; else running while a process works on it, paused when all that is left waits for a
 * person, and interrupted when the process that worked on it has gone.
 */
export type RunStatus = RunResult | 'running' | 'paused' | 'interrupted';

/** A run as the records show it, read without changing anything. */
export interface RecordedRun {
  readonly run: string;
  /** Path of the workflow's file, relative to the project. */
  readonly file: string;
  /** The workflow as it was when the run was started or last went on. */
  readonly workflow: Indexed;
  readonly header: Header;
  readonly items: ReadonlyMap<string, Item>;
  readonly state: RunState;
  readonly status: RunStatus;
  /** The process that works on it. */
  readonly holder: Holder | undefined;
}

/** Undefined when there is no such run; any text may be asked for. Throws when its record is damaged. */
export async function readRun(root: string, run: string): Promise<RecordedRun | undefined> {
  if (!isRunId(run)) return undefined;
  // Who holds the lock comes first: a process that ends meanwhile has written its last word before it lets go.
  const holder = holderOf(lockPath(root, run));
  const origin = await readOrigin(root, run);
  const items = allItems(await readJournal(join(runFolder(root, run), 'journal.jsonl')));
  const item = items.get(HEADER);
  if (!origin || !item) return undefined;
  const workflow = indexTable(origin.table);
  const header = asHeader(item.value);
  const state = assemble(workflow, items);
  return { run, file: origin.file, workflow, header, items, state, status: statusOf(header, state, holder), holder };
}

/** Runs, the newest first. A damaged record is passed over: `readRun` tells what is wrong with it. */
export async function* recordedRuns(root: string): AsyncGenerator<RecordedRun> {
  for (const run of await listRuns(root)) {
    const recorded = await readRun(root, run).catch(() => undefined);
    if (recorded) yield recorded;
  }
}

/** What is wrong with the record of the latest run, if that is damaged: whether it can go on is then not known. */
export async function damageOfLatest(root: string): Promise<string | undefined> {
  const [latest] = await listRuns(root, 1);
  if (latest === undefined) return undefined;
  return readRun(root, latest).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/** Whether a run can go on: a node is pending, running, blocked or failed unexplained, or it was never closed. */
export function isUnfinished({ header, state, workflow }: Pick<RecordedRun, 'header' | 'state' | 'workflow'>): boolean {
  // A run that was skipped for another one has nothing that could be gone on with.
  if (header.result === 'skipped') return false;
  const { result } = header;
  if (result === undefined || hasOpenNodes(workflow.table, state)) return true;
  // It was stopped, or the platform gave up, when all was done but to close it.
  return (result === 'cancelled' || result === 'failed') && completion(workflow.table, state).result !== result;
}

/** Whether a node is pending, running, blocked or failed unexplained. */
export function hasOpenNodes(table: WorkflowTable, state: RunState): boolean {
  const graph = table.dialect === 'graph';
  return table.nodes.some(({ id, onError }) => {
    const { status, take } = state.nodes.get(id)!;
    if (status === 'failed') return graph ? take === undefined : onError !== 'continue';
    return status === 'pending' || status === 'running' || status === 'blocked';
  });
}

/** The nodes that wait for a person, in the workflow's order. */
export function waitingNodes(state: RunState): { readonly id: string; readonly question: string }[] {
  return [...state.nodes].flatMap(([id, { waiting }]) => (waiting ? [{ id, question: waiting.question }] : []));
}

function statusOf(header: Header, state: RunState, holder: Holder | undefined): RunStatus {
  if (holder) return 'running';
  if (header.result !== undefined) return header.result;
  return isPaused(state) ? 'paused' : 'interrupted';
}

/** Whether all that could go on waits for a person. */
export function isPaused({ current, nodes }: RunState): boolean {
  return current.length > 0 && current.every((id) => nodes.get(id)!.waiting !== undefined);
}

/** The latest run of the workflow of this name, but for those that other runs have started. */
export async function latestRunOf(root: string, workflow: string): Promise<RecordedRun | undefined> {
  for await (const recorded of recordedRuns(root)) {
    if (recorded.header.workflow === workflow && recorded.header.trigger !== 'workflow') return recorded;
  }
  return undefined;
}
