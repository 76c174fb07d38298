import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { StartAt, KeptVersion } from '../node/start-at.ts';
import { startRecord } from '../node/start-at.ts';
import { executionInput } from '../node/start-run.ts';
import { writeItems } from '../node/write-items.ts';
import type { Content } from '../store/content.ts';
import type { Deployed } from './deployed.ts';

/** The owner of a run that no execution works on yet: it was made here. */
export const NOBODY = 'imported';

export interface NewCloudRun {
  readonly run: string;
  /** Undefined for that of the run whose results are kept. */
  readonly input: unknown;
  readonly now: Date;
}

/**
 * Starts a run at a node: writes the record of what is kept, with its artifacts, and has an execution take it over.
 * Returns the execution's ARN.
 */
export async function startRunFrom(deployed: Deployed, start: StartAt, begun: NewCloudRun): Promise<string> {
  const { workflow, state, stepFunctions, machine } = deployed;
  const { run } = begun;
  const { items, kept } = startRecord(workflow, start, { ...begun, owner: NOBODY });
  for (const version of kept) await copyVersion(deployed, version);
  if (!(await writeItems(state, run, items, new Map()))) throw new Error(`there is a run ${run} already`);
  const input = JSON.stringify(executionInput(undefined, { run, was: NOBODY }));
  const started = await stepFunctions.send(new StartExecutionCommand({ stateMachineArn: machine, name: run, input }));
  return started.executionArn!;
}

/** What is not there any more, its readers will miss. */
async function copyVersion({ artifacts }: Deployed, { from, to, paths }: KeptVersion): Promise<void> {
  const files = new Map<string, Content>();
  for (const path of paths) {
    const content = await artifacts.read(from, path);
    if (content) files.set(path, content);
  }
  if (files.size > 0) await artifacts.publish(to, files);
}
