import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeEvent } from '../lib/node/visitor.ts';
import type { Executors } from '../lib/skills/execute-skill.ts';
import type { LaidPrompts } from '../lib/skills/prompt/environment.ts';
import { LAID_PROMPTS } from '../lib/skills/prompt/environment.ts';
import { executePrompt } from '../lib/skills/prompt/execute.ts';
import { handlerDeps } from './shared/deps.ts';
import type { Invocation } from './shared/observed.ts';
import { observed } from './shared/observed.ts';
import { functionEnvironment, skillsIn } from './shared/run-skill.ts';
import { cloudSecrets } from './shared/secrets.ts';
import { visitTask } from './shared/visit-task.ts';

const folder = import.meta.dirname;
const { models, mcp } = JSON.parse(readFileSync(join(folder, LAID_PROMPTS), 'utf8')) as LaidPrompts;
const environment = {
  ...functionEnvironment(folder),
  secret: cloudSecrets(),
  prompts: { models, mcp, processes: false },
};
const executors: Executors = { prompt: executePrompt };
const deps = { ...handlerDeps(folder), ...skillsIn(folder, executors, environment) };

/** The Tasks of nodes whose skill is a prompt: a model is asked, which no other function has to carry. */
export const handler = observed((event: NodeEvent, invocation: Invocation) => visitTask(event, invocation, deps));
