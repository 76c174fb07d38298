import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeAnswer, NodeEvent } from '../lib/node/visitor.ts';
import type { Executors } from '../lib/skills/execute-skill.ts';
import type { LaidPrompts } from '../lib/skills/prompt/environment.ts';
import { LAID_PROMPTS } from '../lib/skills/prompt/environment.ts';
import { executePrompt } from '../lib/skills/prompt/execute.ts';
import { handlerDeps } from './shared/deps.ts';
import type { Invocation } from './shared/observed.ts';
import { observed } from './shared/observed.ts';
import { functionEnvironment, skillsIn } from './shared/run-skill.ts';
import { cloudSecrets } from './shared/secrets.ts';
import { answerByToken } from './shared/task-token.ts';
import { traced } from './shared/trace.ts';
import { visitNode } from './shared/visit.ts';

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
export const handler = observed(
  async (event: NodeEvent, { awsRequestId }: Invocation): Promise<NodeAnswer | undefined> => {
    const { run, token } = event;
    const work = () => visitNode({ ...event, visit: awsRequestId }, deps);
    return traced('visit', { run, node: event.node }, () =>
      token === undefined ? work() : answerByToken(token, work),
    );
  },
);
