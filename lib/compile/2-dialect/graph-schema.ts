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

/** The graph dialect: nodes and edges. Made when it is needed, since that takes its time. */
export const graphSchemas = once(() => {
  const onTimeout = described(
    map({
      label: optional(text('The label that is chosen.')),
      text: optional(text('The text of the answer.')),
      fail: optional(text('The node fails, with this as its reason.')),
    }),
    'With `human: true`: the answer that counts when nobody has given one within the timeout; without it the node fails.',
  );

  const node = map({
    id: text('Names the node; unique in the workflow.'),
    skill: text('The skill that does the work: `name` or `ns/name`.'),
    role: choice(ROLES, 'What part the node plays.'),
    description: optional(text('What the node does.')),
    inputs: optional(texts('Paths of the artifacts that it reads; a path that ends in "/" is a directory.')),
    outputs: optional(texts('Paths of the artifacts that it writes.')),
    independent: optional(flag('Whether it stands on its own axis and may run at any time.')),
    skip_when: optional(
      text(
        'The node is skipped when this holds: `context.key`, `!context.key`, `context.key == value`, `context.key != value`.',
      ),
    ),
    split: optional(
      choice(['one', 'all'], 'Whether one of its outgoing edges is taken or all, whatever their labels are.'),
    ),
    human: optional(flag('Whether it waits for a person.')),
    on_timeout: optional(onTimeout),
    with: optional(anyMap('Arguments for the skill.')),
    budget: optional(budget),
    prompt: optional(prompt),
    ...work,
  });

  const edge = map({
    from: text('The node that it leaves.'),
    to: text('The node that it enters.'),
    label: optional(text('The choice that takes it. The label of a loop may state its limit, as in "up to 3 times".')),
    via: optional(texts('The artifacts that pass along it, for the reader.')),
    kind: optional(
      choice(['normal', 'on_pass', 'on_failure'], 'When it is taken: on_pass and on_failure make its node a gate.'),
    ),
    loop: optional(flag('Whether it leads back.')),
  });

  const graph = titled(
    map({
      name: text('The name of the workflow, of 1 to 128 characters.'),
      version: text(SEMANTIC_VERSION),
      description: optional(text('What the workflow is for.')),
      nodes: list(node, 'The work to be done.'),
      edges: list(edge, 'What comes after what.'),
      final: text('The node whose passing completes the run.'),
      schedule: optional(schedule),
      tags: optional(texts('Words to find it by.')),
      max_concurrency: optional(wholeNumber(1, 'How many nodes run at the same time at most.')),
      budget: optional(budget),
      inputs: optional(parameters),
      triggers: optional(triggers),
    }),
    'Workflow as a graph',
  );
  return { node, edge, graph, onTimeout };
});
