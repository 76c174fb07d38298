import type { SkillHost } from '../skills/host.ts';
import type { Account } from './account.ts';
import { allowedAttempts } from './attempts.ts';
import type { Tried } from './conclude.ts';
import { fail, mayRetry } from './conclude.ts';
import type { NodeRecord, Waiting } from './record.ts';
import { waitedText } from './silence.ts';
import type { View } from './view.ts';
import type { NodeAnswer, NodeEvent, Visitor } from './visitor.ts';
import { write } from './visitor.ts';
import { WAITING_FOR_PERSON } from './waiting.ts';

/** Which execution of a skill hands its work over. */
interface Execution {
  readonly attempt: number;
  readonly runs: number;
}

/**
 * Records that the node waits for an answer that comes from elsewhere. It is written before the work is handed over, so
 * that no answer can come before there is somebody who waits for it.
 */
export function recordHandover(visitor: Visitor, what: string, { attempt, runs }: Execution): Promise<View> {
  const { node, deps, event } = visitor;
  const now = deps.now();
  return write(visitor, {
    status: 'running',
    attempt,
    runs,
    artifacts: [],
    note: `waiting for ${what}`,
    waiting: {
      question: what,
      since: now.toISOString(),
      until: new Date(now.getTime() + node.timeoutSeconds * 1000).toISOString(),
      ...(event.token !== undefined && { token: event.token }),
    },
  });
}

/** What a skill finds that can hand its work over: `record` writes down that the node waits, and gives the ticket. */
export function handingOver(
  account: Account,
  { token }: NodeEvent,
  record: (what: string) => Promise<string>,
): SkillHost {
  // Without one, nobody could be told of the answer.
  if (token === undefined) return account.host;
  return {
    ...account.host,
    handOver: async (what, begin) => {
      await begin(await record(what));
      return account.leave();
    },
  };
}

/** The work has been handed over: whoever visits the node from now on does not do so again. */
export async function handedOver(visitor: Visitor, record: NodeRecord, waiting: Waiting): Promise<NodeAnswer> {
  const { event, node, deps } = visitor;
  const { attempt, runs, note } = record;
  await write(visitor, {
    ...{ status: 'running', attempt, runs, artifacts: [] },
    ...(note !== undefined && { note }),
    waiting: { ...waiting, begun: true, ...(event.token !== undefined && { token: event.token }) },
  });
  deps.onProgress?.({ kind: 'waiting', node, question: waiting.question });
  return WAITING_FOR_PERSON;
}

/** Whether a node waits for what it has handed over, and not for a person. */
export function waitsElsewhere({ status, waiting }: NodeRecord): boolean {
  return status === 'running' && waiting?.begun === true;
}

/** Such a node is visited again: its token is renewed, and a wait that is over is a failed attempt. */
export function renewHandover(visitor: Visitor, record: NodeRecord): Promise<NodeAnswer> {
  const { view, node, deps } = visitor;
  const waiting = record.waiting!;
  if (deps.now().toISOString() < waiting.until) return handedOver(visitor, record, waiting);
  const { attempt } = record;
  const tried: Tried = {
    attempt,
    allowed: Math.max(allowedAttempts(view, node), attempt),
    since: new Date(waiting.since),
    ...(attempt > 1 && { retry: `retry-${attempt - 1}` }),
  };
  const evidence = `no answer within ${waitedText(waiting)}: ${waiting.question}`;
  return fail(visitor, evidence, tried, mayRetry(node, tried, 'timeout'));
}
