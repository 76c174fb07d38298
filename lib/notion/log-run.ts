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
  /** Whose run it is, where that was said when it was started. */
  readonly client?: string;
}

/** How long making a page may take, in milliseconds; after that somebody else makes it. */
const PATIENCE = 60_000;

export interface LogRunDeps extends Pick<NodeDeps, 'workflow' | 'state' | 'now'> {
  readonly log: NotionLog;
  /** Whose run it is, in place of the client that the workflow names. It is kept for later calls. */
  readonly client?: string;
  /** Nobody else logs this run meanwhile: who began to make a page has gone. */
  readonly alone?: boolean;
}

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
  const client = deps.client ?? logged?.client;
  const about: Logged = { since: time.toISOString(), ...(client !== undefined && { client }) };
  if (logged?.page === undefined) {
    if (isBusy(logged, time, deps)) return 'busy';
    if (!(await state.write(run, LOGGED, asItem(about), item?.rev ?? 0))) return 'busy';
  }
  const record = assemble(workflow, items);
  const entry = entryOf(workflow.table, record, {
    triggeredBy: triggeredBy(asHeader(items.get(HEADER)!.value).trigger),
    now: time,
    ...(client !== undefined && { client }),
  });
  const page = await log.write(entry, logged?.page);
  if (page === undefined) return 'not-logged';
  if (logged?.page === undefined)
    await state.write(run, LOGGED, asItem({ ...about, page } satisfies Logged), (item?.rev ?? 0) + 1);
  return 'logged';
}

/** Whether somebody else is making the page. */
function isBusy(logged: Logged | undefined, time: Date, { alone = false }: LogRunDeps): boolean {
  return !alone && logged !== undefined && time.getTime() - Date.parse(logged.since) < PATIENCE;
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
