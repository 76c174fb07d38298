import { cloudWorkflows } from '../../lib/cloud/child-workflows.ts';
import type { SkillEnvironment } from '../../lib/skills/environment.ts';
import type { Executors } from '../../lib/skills/execute-skill.ts';
import { executeHttp } from '../../lib/skills/http/execute.ts';
import { executeLambda } from '../../lib/skills/lambda/execute.ts';
import { executeWorkflow } from '../../lib/skills/workflow/execute.ts';
import { childClients, childPlaces } from './children.ts';
import { functionEnvironment, ordinaryExecutors } from './run-skill.ts';
import { cloudSecrets } from './secrets.ts';

/** The kinds of skills that call services, besides those that every function can execute. */
export const serviceExecutors: Executors = {
  ...ordinaryExecutors,
  http: executeHttp,
  lambda: executeLambda,
  workflow: executeWorkflow,
};

/** What such skills find in a function (see the stack's `services`). */
export function serviceEnvironment(folder: string): SkillEnvironment {
  const { ANSWER_FUNCTION: answerFunction } = process.env;
  const places = childPlaces();
  return {
    ...functionEnvironment(folder),
    secret: cloudSecrets(),
    ...(answerFunction !== undefined && { answerFunction }),
    ...(Object.keys(places).length > 0 && { workflows: cloudWorkflows(places, childClients()) }),
  };
}
