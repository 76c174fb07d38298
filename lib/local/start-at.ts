import { cp } from 'node:fs/promises';
import type { NewRun, StartAt } from '../node/start-at.ts';
import { startRecord } from '../node/start-at.ts';
import type { Indexed } from '../node/view.ts';
import { writeItems } from '../node/write-items.ts';
import { absent } from '../store/error-code.ts';
import { versionFolder } from '../store/folder.ts';
import { LOCAL_OWNER } from './machine.ts';
import type { Session } from './session.ts';

/** Writes the record with which a run begins that starts at a node, with the artifacts of what is kept. */
export async function recordStart(
  root: string,
  { run, state, kept: onDisk }: Session,
  workflow: Indexed,
  start: StartAt,
  begun: Pick<NewRun, 'input' | 'trigger' | 'now'>,
): Promise<void> {
  const { items, kept } = startRecord(workflow, start, { ...begun, run, owner: LOCAL_OWNER });
  for (const { from, to } of onDisk ? kept : [])
    await cp(versionFolder(root, from), versionFolder(root, to), { recursive: true }).catch(absent);
  await writeItems(state, run, items, new Map());
}
