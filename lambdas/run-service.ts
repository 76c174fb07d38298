import type { StartAnswer, StartEvent } from '../lib/node/start-run.ts';
import { startRun } from '../lib/node/start-run.ts';
import type { NodeAnswer, NodeEvent } from '../lib/node/visitor.ts';
import { handlerDeps } from './shared/deps.ts';
import type { Invocation } from './shared/observed.ts';
import { observed } from './shared/observed.ts';
import { runIdOf } from './shared/run-id.ts';
import { skillsIn } from './shared/run-skill.ts';
import { serviceEnvironment, serviceExecutors } from './shared/services.ts';
import { answerByToken } from './shared/task-token.ts';
import { traced } from './shared/trace.ts';
import { visitNode } from './shared/visit.ts';

type Event = ({ readonly start: true } & StartEvent) | NodeEvent;

const folder = import.meta.dirname;
const deps = { ...handlerDeps(folder), ...skillsIn(folder, serviceExecutors, serviceEnvironment(folder)) };

/** Stands for `run-node` or `run-skill` where there are skills that call services: what these need, others need not carry. */
export const handler = observed(
  async (event: Event, { awsRequestId }: Invocation): Promise<StartAnswer | NodeAnswer | undefined> => {
    if ('start' in event) return startRun({ ...event, name: runIdOf(event.name) }, deps);
    const { run, token } = event;
    const work = () => visitNode({ ...event, visit: awsRequestId }, deps);
    return traced('visit', { run, node: event.node }, () =>
      token === undefined ? work() : answerByToken(token, work),
    );
  },
);
