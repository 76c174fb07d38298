import { handlerDeps } from './shared/deps.ts';
import type { TaskEvent } from './shared/machine-task.ts';
import { machineTask } from './shared/machine-task.ts';
import type { Invocation } from './shared/observed.ts';
import { observed } from './shared/observed.ts';
import { skillsIn } from './shared/run-skill.ts';
import { serviceEnvironment, serviceExecutors } from './shared/services.ts';

const folder = import.meta.dirname;
const deps = { ...handlerDeps(folder), ...skillsIn(folder, serviceExecutors, serviceEnvironment(folder)) };

/** Stands for `run-node` or `run-skill` where there are skills that call services: what these need, others need not carry. */
export const handler = observed((event: TaskEvent, invocation: Invocation) => machineTask(event, invocation, deps));
