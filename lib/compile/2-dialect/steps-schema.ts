import {
  anyMap,
  choice,
  flag,
  list,
  map,
  parameters,
  schedule,
  SEMANTIC_VERSION,
  text,
  texts,
  triggers,
  wholeNumber,
  work,
} from './fields.ts';

const workflow = map({
  name: text('The name of the workflow, in kebab-case.'),
  description: text('What the workflow is for.').optional(),
  version: text(SEMANTIC_VERSION).optional(),
  tags: texts('Words to find it by.').optional(),
  client: text('The client that it works for.').optional(),
});

const defaults = map({
  stop_on_error: flag('Whether a failed step ends the run; true by default.').optional(),
  timeout_seconds: wholeNumber(1, 'The limit of steps that state none; 300 by default.').optional(),
  output_format: choice(['chat', 'notion', 'both'], 'Where results go.').optional(),
});

const step = map({
  id: text('Names the step; unique in the workflow.'),
  command: text('The skill that does the work: `/name` or `/ns:name`.'),
  name: text('What is shown for the step; its id by default.').optional(),
  args: anyMap('Arguments: texts, in which `{{context.key}}` is replaced.', { type: 'string' }).optional(),
  depends_on: texts('Ids of the steps that come before it.').optional(),
  output_as: text('The context key that receives its output, of letters, digits and "_".').optional(),
  condition: text(
    'The step runs only when this holds: `context.key`, `!context.key`, `context.key == value`, `context.key != value`.',
  ).optional(),
  continue_on_error: flag('Whether steps that depend on it run although it failed; false by default.').optional(),
  ...work,
});

/** The steps dialect: a list of steps that depend on each other. */
export const stepsSchema = map({
  workflow: workflow.meta({ description: 'What the workflow is.' }),
  schedule: schedule.optional(),
  defaults: defaults.meta({ description: 'What holds for all steps that do not say otherwise.' }).optional(),
  steps: list(step, 'The work to be done, 1 to 25 steps.'),
  max_concurrency: wholeNumber(1, 'How many steps run at the same time at most.').optional(),
  inputs: parameters.optional(),
  triggers: triggers.optional(),
}).meta({ title: 'Workflow as a list of steps' });
