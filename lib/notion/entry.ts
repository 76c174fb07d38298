import { duration } from '../ir/duration.ts';
import type { WorkflowTable } from '../ir/table.ts';
import type { NodeState, RunState } from '../node/assemble.ts';
import type { RunResult } from '../node/record.ts';

/** What the log says of one run (seed S: property mapping). Times are ISO 8601. */
export interface LogEntry {
  readonly run: string;
  readonly status: 'Running' | 'Completed' | 'Failed' | 'Cancelled';
  /** The workflow's name. */
  readonly description: string;
  readonly version: string;
  readonly steps: {
    readonly count: number;
    readonly completed: number;
    readonly failed: number;
    readonly skipped: number;
  };
  readonly started: string;
  readonly ended?: string;
  /** Such as `2m 34s`. */
  readonly duration?: string;
  readonly triggeredBy: TriggeredBy;
  /** JSON of the context, of at most 2000 characters. */
  readonly context?: string;
  readonly error?: string;
  /** When this was written. */
  readonly generated: string;
  /** Whose run it is. */
  readonly client?: string;
}

export type TriggeredBy = 'Manual' | 'Schedule' | 'Chained' | 'API';

export interface EntryOptions {
  readonly triggeredBy: TriggeredBy;
  /** In place of the one that the workflow names. */
  readonly client?: string;
  readonly now: Date;
}

/** The longest text that a property takes. */
const LONGEST = 2000;

/** A partial run counts as completed, and its error summary tells the rest; an overlapped tick never ran. */
const statusOf: Readonly<Record<RunResult, LogEntry['status']>> = {
  completed: 'Completed',
  partial: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  skipped: 'Cancelled',
};

/** What the log says of a run that stands like this. */
export function entryOf(table: WorkflowTable, state: RunState, { triggeredBy, client, now }: EntryOptions): LogEntry {
  const nodes = [...state.nodes.values()];
  const count = (...statuses: readonly NodeState['status'][]) =>
    nodes.filter(({ status }) => statuses.includes(status)).length;
  const error = state.result === 'completed' ? undefined : firstError(nodes);
  const whose = client ?? table.client;
  return {
    run: state.run,
    status: state.result === undefined ? 'Running' : statusOf[state.result],
    description: table.name,
    version: table.version,
    steps: {
      count: nodes.length,
      completed: count('passed'),
      failed: count('failed', 'blocked'),
      skipped: count('skipped'),
    },
    started: state.started,
    ...(state.ended !== undefined && { ended: state.ended, duration: between(state.started, state.ended) }),
    triggeredBy,
    ...(state.context && { context: cut(JSON.stringify(Object.fromEntries(state.context))) }),
    ...(error !== undefined && { error: cut(error) }),
    generated: now.toISOString(),
    ...(whose !== undefined && { client: whose }),
  };
}

function firstError(nodes: readonly NodeState[]): string | undefined {
  const failed = nodes.filter(({ status }) => status === 'failed' || status === 'blocked');
  return failed.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))[0]?.note;
}

function between(started: string, ended: string): string {
  return duration((Date.parse(ended) - Date.parse(started)) / 1000);
}

/** The service counts UTF-16 units; a cut never splits a character. */
function cut(text: string): string {
  if (text.length <= LONGEST) return text;
  const end = /[\uD800-\uDBFF]/.test(text[LONGEST - 1]!) ? LONGEST - 1 : LONGEST;
  return text.slice(0, end);
}
