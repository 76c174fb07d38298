import type { NodeEvent } from '../lib/node/visitor.ts';
import { handlerDeps } from './shared/deps.ts';
import type { Invocation } from './shared/observed.ts';
import { observed } from './shared/observed.ts';
import { functionEnvironment, ordinaryExecutors, skillsIn } from './shared/run-skill.ts';
import { cloudSecrets } from './shared/secrets.ts';
import { visitTask } from './shared/visit-task.ts';

const folder = import.meta.dirname;
const environment = { ...functionEnvironment(folder), secret: cloudSecrets() };
const deps = { ...handlerDeps(folder), ...skillsIn(folder, ordinaryExecutors, environment) };

/** Executes the nodes of one skill, which has a function of its own for its memory, its rights or its secrets. */
export const handler = observed((event: NodeEvent, invocation: Invocation) => visitTask(event, invocation, deps));
