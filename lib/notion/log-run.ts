import { assemble } from '../node/assemble.ts';
import type { NodeDeps } from '../node/deps.ts';
import type { Trigger } from '../node/record.ts';
import { HEADER } from '../node/record.ts';
import { asHeader, asItem } from '../node/view.ts';
import type { TriggeredBy } from './entry.ts';
import { entryOf } from './entry.ts';
import type { NotionLog } from './log.ts';

/** The item of a run that says which page of the log is the run's, and who is about to make it. */
export const LOGGED = '#notion';

interface Logged {
  readonly page?: string;
  /** ISO time at which somebody began to make the page. */
  readonly since: string;
}

/** How long making a page may take, in milliseconds; after that somebody else makes it. */
const PATIENCE = 60_000;

export type LogRunDeps = Pick<NodeDeps, 'workflow' | 'state' | 'now'> & { readonly log: NotionLog };

/**
 * Writes how a run stands now, whenever and however often it is called. The log's search may not find yet what was
 * written a moment ago, so the record keeps the page. `busy` means that another call is making the page, and that this
 * one is to be repeated; `unknown` that there is no such run (yet).
 */
export async function logRun(run: string, deps: LogRunDeps): Promise<'logged' | 'not-logged' | 'busy' | 'unknown'> {
  const { workflow, state, now, log } = deps;
  const items = await state.readAll(run);
  if (!items.has(HEADER)) return 'unknown';
  const item = items.get(LOGGED);
  const logged = item?.value as unknown as Logged | undefined;
  const time = now();
  if (logged?.page === undefined) {
    if (logged && time.getTime() - Date.parse(logged.since) < PATIENCE) return 'busy';
    const claim: Logged = { since: time.toISOString() };
    if (!(await state.write(run, LOGGED, asItem(claim), item?.rev ?? 0))) return 'busy';
  }
  const record = assemble(workflow, items);
  const entry = entryOf(workflow.table, record, {
    triggeredBy: triggeredBy(asHeader(items.get(HEADER)!.value).trigger),
    now: time,
  });
  const page = await log.write(entry, logged?.page);
  if (page !== undefined && logged?.page === undefined) {
    await state.write(run, LOGGED, asItem({ since: time.toISOString(), page }), (item?.rev ?? 0) + 1);
  }
  return page === undefined ? 'not-logged' : 'logged';
}

const triggers: Readonly<Record<Trigger, TriggeredBy>> = {
  schedule: 'Schedule',
  event: 'API',
  api: 'API',
  workflow: 'Chained',
};

/** How the log calls what has started a run. */
export function triggeredBy(trigger: Trigger | undefined): TriggeredBy {
  return trigger === undefined ? 'Manual' : triggers[trigger];
}
