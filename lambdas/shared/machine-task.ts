import type { NodeDeps } from '../../lib/node/deps.ts';
import type { StartAnswer, StartEvent } from '../../lib/node/start-run.ts';
import { startRun } from '../../lib/node/start-run.ts';
import type { NodeAnswer, NodeEvent } from '../../lib/node/visitor.ts';
import type { Invocation } from './observed.ts';
import { runIdOf } from './run-id.ts';
import { visitTask } from './visit-task.ts';

/** What the machine's Tasks send, but for the last one. */
export type TaskEvent = ({ readonly start: true } & StartEvent) | NodeEvent;

/** Starts the run, or visits one node of it. */
export async function machineTask(
  event: TaskEvent,
  invocation: Invocation,
  deps: NodeDeps,
): Promise<StartAnswer | NodeAnswer | undefined> {
  if ('start' in event) return startRun({ ...event, name: runIdOf(event.name) }, deps);
  return visitTask(event, invocation, deps);
}
