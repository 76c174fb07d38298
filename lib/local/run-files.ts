import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowTable } from '../ir/table.ts';
import type { Script } from '../skills/scripted.ts';
import { makeFolder, replaceFile } from '../store/atomic-file.ts';
import { absent } from '../store/error-code.ts';
import { runFolder } from '../store/run-folder.ts';
import { isRunId } from '../store/run-id.ts';

/** What a run was made from, kept beside its journal: its record can be read when the workflow's file has changed. */
export interface RunOrigin {
  /** Path of the workflow's file, relative to the project, with `/`. */
  readonly file: string;
  readonly table: WorkflowTable;
}

export function lockPath(root: string, run: string): string {
  return join(runFolder(root, run), 'lock');
}

export function logPath(root: string, run: string): string {
  return join(runFolder(root, run), 'run.log');
}

export function statePath(root: string, run: string): string {
  return join(runFolder(root, run), 'state.json');
}

/** Resolves when the files are safe. Throws when they cannot be written. */
export async function writeOrigin(root: string, run: string, origin: RunOrigin, script?: Script): Promise<void> {
  await makeFolder(runFolder(root, run));
  if (script) await replaceFile(scriptPath(root, run), `${JSON.stringify([...script])}\n`);
  await replaceFile(originPath(root, run), `${JSON.stringify(origin)}\n`);
}

export async function readOrigin(root: string, run: string): Promise<RunOrigin | undefined> {
  return (await readJson(root, run, originPath)) as RunOrigin | undefined;
}

/** The scripted outcomes that a run was made with; undefined for a run of real skills. */
export async function readScript(root: string, run: string): Promise<Script | undefined> {
  const entries = (await readJson(root, run, scriptPath)) as (readonly [string, never])[] | undefined;
  return entries && new Map(entries);
}

async function readJson(root: string, run: string, path: typeof originPath): Promise<unknown> {
  if (!isRunId(run)) return undefined;
  const text = await readFile(path(root, run), 'utf8').catch(absent);
  return text === undefined ? undefined : JSON.parse(text);
}

function originPath(root: string, run: string): string {
  return join(runFolder(root, run), 'workflow.json');
}

function scriptPath(root: string, run: string): string {
  return join(runFolder(root, run), 'script.json');
}
