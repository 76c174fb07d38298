import { handlerDeps } from './shared/deps.ts';
import type { TaskEvent } from './shared/machine-task.ts';
import { machineTask } from './shared/machine-task.ts';
import type { Invocation } from './shared/observed.ts';
import { observed } from './shared/observed.ts';
import { skillsIn } from './shared/run-skill.ts';

const folder = import.meta.dirname;
const deps = { ...handlerDeps(folder), ...skillsIn(folder) };

/** The machine's every Task but the last: starts the run, or executes one node of it. */
export const handler = observed((event: TaskEvent, invocation: Invocation) => machineTask(event, invocation, deps));
