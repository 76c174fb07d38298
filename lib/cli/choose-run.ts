import { relative, resolve, sep } from 'node:path';
import { workflowName as nameIn } from '../compile/workflow-name.ts';
import { show } from '../diagnostics/show.ts';
import type { RecordedRun } from '../local/records.ts';
import { readRun, recordedRuns } from '../local/records.ts';
import type { WorkflowFile } from './find-workflow.ts';
import { findWorkflow, readWorkflow } from './find-workflow.ts';
import type { Refused } from './io.ts';
import { isRefused } from './io.ts';

/** What names the latest run, whatever has become of it. */
export const LATEST = 'latest';

/** Which run is meant: `--run`, or the latest one (of the given workflow) that passes the test, else the latest one. */
export interface RunWanted {
  readonly workflow: string | undefined;
  readonly run: string | undefined;
  readonly prefer?: (recorded: RecordedRun) => boolean;
}

export async function chooseRun(
  cwd: string,
  { workflow, run, prefer = () => true }: RunWanted,
): Promise<RecordedRun | Refused> {
  if (run !== undefined && run !== LATEST) return runOfId(cwd, run);
  const isMeant = workflow === undefined ? undefined : runsOf(cwd, workflow);
  let latest: RecordedRun | undefined;
  for await (const recorded of recordedRuns(cwd)) {
    // Runs that other runs have started go on with those, unless somebody asks for them.
    if (isMeant ? !isMeant(recorded) : recorded.header.trigger === 'workflow') continue;
    if (run === LATEST || prefer(recorded)) return recorded;
    latest ??= recorded;
  }
  return latest ?? { refused: workflow === undefined ? 'there is no run here yet' : noRunOf(cwd, workflow) };
}

/** A workflow that has never run is told from one that there is not. */
function noRunOf(cwd: string, wanted: string): string {
  const found = findWorkflow(cwd, wanted);
  return isRefused(found) ? found.refused : `there is no run of ${show(nameIn(found.source) ?? wanted)} here yet`;
}

async function runOfId(cwd: string, run: string): Promise<RecordedRun | Refused> {
  try {
    return (await readRun(cwd, run)) ?? { refused: `there is no run ${show(run)} here` };
  } catch (error) {
    return { refused: `the run ${run} cannot be read: ${(error as Error).message}` };
  }
}

/**
 * Tells the runs of the workflow that is meant: by the name in its file. Where no name can be read there, by the file; and
 * where there is no file (any more), the text may be the name, since runs outlive the file that they were made from.
 */
export function runsOf(cwd: string, wanted: string): (run: Pick<RecordedRun, 'header' | 'file'>) => boolean {
  const found = findWorkflow(cwd, wanted);
  const name = isRefused(found) ? undefined : nameIn(found.source);
  if (name !== undefined) return ({ header }) => header.workflow === name;
  const path = isRefused(found) ? relative(cwd, resolve(cwd, wanted)).split(sep).join('/') : found.file;
  return ({ header, file }) => file === path || (isRefused(found) && header.workflow === wanted);
}

/** The workflow's file to go on with: the one given, else the one that the run was made from. */
export function workflowOf(
  cwd: string,
  wanted: string | undefined,
  { run, file }: RecordedRun,
): WorkflowFile | Refused {
  if (wanted !== undefined) return findWorkflow(cwd, wanted);
  const read = readWorkflow(cwd, file);
  return isRefused(read) ? { refused: `the run ${run} cannot go on without its workflow: ${read.refused}` } : read;
}
