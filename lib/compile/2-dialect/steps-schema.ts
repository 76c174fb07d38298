import {
  anyMap,
  choice,
  described,
  flag,
  list,
  map,
  optional,
  parameters,
  schedule,
  SEMANTIC_VERSION,
  text,
  texts,
  titled,
  wholeNumber,
  work,
} from './fields.ts';
import { once } from './once.ts';
import { budget, prompt } from './prompt-schema.ts';
import { triggers } from './triggers-schema.ts';

/** The steps dialect: a list of steps that depend on each other. Made when it is needed, since that takes its time. */
export const stepsSchemas = once(() => {
  const workflow = map({
    name: text('The name of the workflow, in kebab-case.'),
    description: optional(text('What the workflow is for.')),
    version: optional(text(SEMANTIC_VERSION)),
    tags: optional(texts('Words to find it by.')),
    client: optional(text('The client that it works for.')),
  });

  const defaults = map({
    stop_on_error: optional(flag('Whether a failed step ends the run; true by default.')),
    timeout_seconds: optional(wholeNumber(1, 'The limit of steps that state none; 300 by default.')),
    output_format: optional(choice(['chat', 'notion', 'both'], 'Where results go.')),
  });

  const step = map({
    id: text('Names the step; unique in the workflow.'),
    command: text('The skill that does the work: `/name` or `/ns:name`.'),
    name: optional(text('What is shown for the step; its id by default.')),
    args: optional(anyMap('Arguments: texts, in which `{{context.key}}` is replaced.', { type: 'string' })),
    depends_on: optional(texts('Ids of the steps that come before it.')),
    output_as: optional(text('The context key that receives its output, of letters, digits and "_".')),
    condition: optional(
      text(
        'The step runs only when this holds: `context.key`, `!context.key`, `context.key == value`, `context.key != value`.',
      ),
    ),
    continue_on_error: optional(flag('Whether steps that depend on it run although it failed; false by default.')),
    budget: optional(budget),
    prompt: optional(prompt),
    ...work,
  });

  const steps = titled(
    map({
      workflow: described(workflow, 'What the workflow is.'),
      schedule: optional(schedule),
      defaults: optional(described(defaults, 'What holds for all steps that do not say otherwise.')),
      steps: list(step, 'The work to be done, 1 to 25 steps.'),
      max_concurrency: optional(wholeNumber(1, 'How many steps run at the same time at most.')),
      budget: optional(budget),
      inputs: optional(parameters),
      triggers: optional(triggers),
    }),
    'Workflow as a list of steps',
  );
  return { workflow, defaults, step, steps };
});
