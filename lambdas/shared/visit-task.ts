import type { NodeDeps } from '../../lib/node/deps.ts';
import type { NodeAnswer, NodeEvent } from '../../lib/node/visitor.ts';
import type { Invocation } from './observed.ts';
import { answerByToken } from './task-token.ts';
import { traced } from './trace.ts';
import { visitNode } from './visit.ts';

/** Visits a node for a Task of the machine, as a part of its trace: answers it at once, or by the token if it has one. */
export function visitTask(
  event: NodeEvent,
  { awsRequestId }: Invocation,
  deps: NodeDeps,
): Promise<NodeAnswer | undefined> {
  const { run, node, token } = event;
  // Delivered twice by the platform, an invocation keeps its id; a retry of the machine has another.
  const work = () => visitNode({ ...event, visit: awsRequestId }, deps);
  return traced('visit', { run, node }, () => (token === undefined ? work() : answerByToken(token, work)));
}
