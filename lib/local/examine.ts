import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordProblems, transitionProblem } from '../node/invariants.ts';
import type { NodeRecord } from '../node/record.ts';
import { HEADER } from '../node/record.ts';
import { indexTable } from '../node/view.ts';
import { replay } from '../store/replay.ts';
import { runFolder } from '../store/run-folder.ts';
import { allItems } from '../store/kept-items.ts';
import { holderOf } from './lock.ts';
import { lockPath, readOrigin } from './run-files.ts';

/** What an examination of one run's record found. */
export interface Examined {
  readonly run: string;
  readonly problems: readonly string[];
}

/** Reads a run's journal write by write and holds it against what must hold of every record. Changes nothing. */
export async function examineRun(root: string, run: string): Promise<Examined> {
  try {
    const origin = await readOrigin(root, run);
    if (!origin) return { run, problems: ['there is no copy of the workflow that it was made with'] };
    const path = join(runFolder(root, run), 'journal.jsonl');
    const problems: string[] = [];
    const latest = new Map<string, NodeRecord>();
    const { items } = replay(await readFile(path), path, ({ key, value }) => {
      if (!key.startsWith('node#')) return;
      const is = value as NodeRecord;
      const was = latest.get(key);
      const problem = was && transitionProblem(was, is);
      if (problem !== undefined) problems.push(`${key.slice('node#'.length)} ${problem}`);
      latest.set(key, is);
    });
    const all = allItems(items);
    if (all.has(HEADER)) problems.push(...recordProblems(indexTable(origin.table), all));
    else if (!holderOf(lockPath(root, run))) problems.push('it was never started');
    return { run, problems };
  } catch (error) {
    return { run, problems: [error instanceof Error ? error.message : String(error)] };
  }
}
