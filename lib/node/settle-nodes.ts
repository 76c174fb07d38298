import type { NodeEntry } from '../ir/table.ts';
import { runningLease } from './lease.ts';
import type { NodeDeps } from './deps.ts';
import type { NodeRecord, Waiting } from './record.ts';
import { nodeKey } from './record.ts';
import { waitedText } from './silence.ts';
import type { Indexed } from './view.ts';
import { asItem } from './view.ts';

/** What a node is recorded as that was running when its execution ended, and whose handler has not recorded more. */
const INTERRUPTED = 'interrupted: the execution ended while it ran';

/**
 * Ends what is recorded as running of an execution that has ended. A node whose lease is over is blocked, or pending
 * again after a cancel, with no attempt counted. One whose lease still runs is left: its handler may be at work, and
 * what it records stands. A node that waits for a person goes on waiting, unless it has waited too long or the run is
 * cancelled. Returns when, as ISO text, the last of the leases ends; undefined where none runs.
 */
export async function settleNodes(
  run: string,
  cancelled: boolean,
  deps: Pick<NodeDeps, 'state' | 'now' | 'workflow'>,
): Promise<string | undefined> {
  const now = deps.now();
  let last: string | undefined;
  for (const [key, { value, rev }] of await deps.state.readAll(run)) {
    const record = value as unknown as NodeRecord;
    if (!key.startsWith(nodeKey('')) || record.status !== 'running') continue;
    const lease = runningLease(record, now);
    if (lease !== undefined) {
      if (last === undefined || lease > last) last = lease;
      continue;
    }
    const ended = cancelled ? again(record) : over(record, key, deps.workflow, now);
    // Where it is refused, the node has ended in this moment, and that stands.
    if (ended) await deps.state.write(run, key, asItem({ ...ended, at: now.toISOString() }), rev);
  }
  return last;
}

/** The record of a node that was cancelled: pending, and the attempt does not count. */
export function again(record: NodeRecord): NodeRecord {
  return { ...idle(record), status: 'pending', attempt: record.attempt - 1, note: 'cancelled' };
}

function over(record: NodeRecord, key: string, workflow: Indexed, now: Date): NodeRecord | undefined {
  const { waiting } = record;
  const node = workflow.byId.get(key.slice(nodeKey('').length));
  if (waiting && (now.toISOString() < waiting.until || hasDefault(node, waiting))) return undefined;
  const why = waiting ? `nobody answered within ${waitedText(waiting)}` : INTERRUPTED;
  switch (node?.onError) {
    case 'halt':
    case 'skip-dependents':
      return { ...idle(record), status: 'failed', note: why };
    // A failure of such a step is final, and this is none: it has to run again.
    case 'continue':
      return { ...idle(record), status: 'pending', note: why };
    case 'block':
    case undefined: {
      const times = record.attempt === 1 ? '1 attempt' : `${record.attempt} attempts`;
      return { ...idle(record), status: 'blocked', note: `blocked after ${times}: ${why}` };
    }
  }
}

/** Whether silence is an answer, which the node's next visit records. */
function hasDefault(node: NodeEntry | undefined, { kind }: Waiting): boolean {
  return kind === undefined && node?.onTimeout !== undefined && node.onTimeout.fail === undefined;
}

function idle(record: NodeRecord): NodeRecord {
  const { waiting: _waiting, by: _by, until: _until, ...kept } = record;
  return kept;
}
