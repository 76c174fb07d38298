import type { NodeAnswer, NodeEvent } from '../lib/node/visitor.ts';
import { runNode } from '../lib/node/run-node.ts';
import type { StartAnswer, StartEvent } from '../lib/node/start-run.ts';
import { startRun } from '../lib/node/start-run.ts';
import { handlerDeps } from './shared/deps.ts';
import { runIdOf } from './shared/run-id.ts';
import { skillsIn } from './shared/run-skill.ts';
import { answerByToken } from './shared/task-token.ts';

type Event = ({ readonly start: true } & StartEvent) | NodeEvent;

/** What the runtime tells of an invocation, as far as it is needed. */
interface Invocation {
  readonly awsRequestId: string;
}

const folder = import.meta.dirname;
const deps = { ...handlerDeps(folder), ...skillsIn(folder) };

/** The machine's every Task but the last: starts the run, or executes one node of it. */
export async function handler(
  event: Event,
  { awsRequestId }: Invocation,
): Promise<StartAnswer | NodeAnswer | undefined> {
  if ('start' in event) return startRun({ ...event, name: runIdOf(event.name) }, deps);
  const { run, token } = event;
  // Delivered twice by the platform, an invocation keeps its id; a retry of the machine has another.
  const visited: NodeEvent = { ...event, visit: awsRequestId };
  const work = (): Promise<NodeAnswer> =>
    runNode(visited, {
      ...deps,
      log: (level, message, details) => deps.log(level, message, { run, ...details }),
      onProgress: ({ kind, node }) => deps.log('info', kind, { run, node: node.id }),
    });
  return token === undefined ? work() : answerByToken(token, work);
}
