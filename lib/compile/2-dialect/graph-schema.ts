import * as z from 'zod';
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

export const ROLES = [
  'intake',
  'router',
  'context-builder',
  'executor',
  'coordinator',
  'validator',
  'knowledge',
  'closeout',
] as const;

const node = map({
  id: text('Names the node; unique in the workflow.'),
  skill: text('The skill that does the work: `name` or `ns/name`.'),
  role: choice(ROLES, 'What part the node plays.'),
  description: text('What the node does.').optional(),
  inputs: texts('Paths of the artifacts that it reads; a path that ends in "/" is a directory.').optional(),
  outputs: texts('Paths of the artifacts that it writes.').optional(),
  independent: flag('Whether it stands on its own axis and may run at any time.').optional(),
  skip_when: text(
    'The node is skipped when this holds: `context.key`, `!context.key`, `context.key == value`, `context.key != value`.',
  ).optional(),
  split: choice(
    ['one', 'all'],
    'Whether one of its outgoing edges is taken or all, whatever their labels are.',
  ).optional(),
  human: flag('Whether it waits for a person.').optional(),
  with: anyMap('Arguments for the skill.').optional(),
  budget: z
    .union([z.number(), z.looseObject({})], { error: 'a number or a map' })
    .meta({ description: 'What the node may spend.' })
    .optional(),
  ...work,
});

const edge = map({
  from: text('The node that it leaves.'),
  to: text('The node that it enters.'),
  label: text('The choice that takes it. The label of a loop may state its limit, as in "up to 3 times".').optional(),
  via: texts('The artifacts that pass along it, for the reader.').optional(),
  kind: choice(
    ['normal', 'on_pass', 'on_failure'],
    'When it is taken: on_pass and on_failure make its node a gate.',
  ).optional(),
  loop: flag('Whether it leads back.').optional(),
});

/** The graph dialect: nodes and edges. */
export const graphSchema = map({
  name: text('The name of the workflow, of 1 to 128 characters.'),
  version: text(SEMANTIC_VERSION),
  description: text('What the workflow is for.').optional(),
  nodes: list(node, 'The work to be done.'),
  edges: list(edge, 'What comes after what.'),
  final: text('The node whose passing completes the run.'),
  schedule: schedule.optional(),
  tags: texts('Words to find it by.').optional(),
  max_concurrency: wholeNumber(1, 'How many nodes run at the same time at most.').optional(),
  inputs: parameters.optional(),
  triggers: triggers.optional(),
}).meta({ title: 'Workflow as a graph' });
