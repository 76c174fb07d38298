import { nearest } from '../../diagnostics/near.ts';
import { schedule } from './fields.ts';
import { graphSchemas } from './graph-schema.ts';
import { budgetMap, prompt } from './prompt-schema.ts';
import { stepsSchemas } from './steps-schema.ts';
import { triggers } from './triggers-schema.ts';

/** The fields of each kind of map in a file, under the name that a reader knows the map by. */
interface Section {
  readonly name: string;
  readonly fields: readonly string[];
}

const fieldsOf = (schema: { readonly shape: object }) => Object.keys(schema.shape);

/** Words of other tools, and of haste, for fields of ours. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  kind: ['type'],
  from: ['source', 'src', 'start'],
  to: ['target', 'dest', 'destination', 'end'],
  skip_when: ['skip_if', 'skipif', 'unless'],
  condition: ['if', 'when', 'run_if'],
  depends_on: ['needs', 'after', 'requires', 'dependencies'],
  command: ['run', 'cmd', 'uses', 'skill', 'action'],
  skill: ['uses', 'command', 'action'],
  args: ['with', 'arguments', 'params', 'parameters'],
  with: ['args', 'arguments', 'params', 'parameters'],
  output_as: ['output', 'save_as', 'register'],
  timezone: ['tz', 'zone'],
  cron: ['expression', 'schedule'],
  continue_on_error: ['allow_failure', 'ignore_errors'],
  timeout_seconds: ['timeout_sec', 'time_limit'],
  label: ['when', 'condition', 'name'],
};

/** What may have been meant by an unknown field of a section: a near name, or the section that the field belongs to. */
export function suggestion(
  unknown: string,
  own: string,
  dialect: 'graph' | 'steps',
): { near?: string; elsewhere?: string } {
  const all = dialect === 'graph' ? graphSections() : stepsSections();
  const fields = all.find(({ name }) => name === own)?.fields ?? [];
  const synonym = fields.find((field) => SYNONYMS[field]?.includes(unknown.toLowerCase()));
  if (synonym !== undefined) return { near: synonym };
  const home = all.find(({ name, fields: theirs }) => name !== own && theirs.includes(unknown));
  if (home) return { elsewhere: home.name };
  const near = nearest(unknown, fields);
  return near === undefined ? {} : { near };
}

function graphSections(): Section[] {
  const { node, edge, graph, onTimeout } = graphSchemas();
  return [
    { name: 'the workflow', fields: fieldsOf(graph) },
    { name: 'a node', fields: fieldsOf(node) },
    { name: 'an edge', fields: fieldsOf(edge) },
    { name: '`on_timeout`', fields: fieldsOf(onTimeout) },
    { name: '`schedule`', fields: fieldsOf(schedule) },
    { name: '`triggers`', fields: fieldsOf(triggers) },
    { name: '`budget`', fields: fieldsOf(budgetMap) },
    { name: '`prompt`', fields: fieldsOf(prompt) },
  ];
}

function stepsSections(): Section[] {
  const { workflow, defaults, step, steps } = stepsSchemas();
  return [
    { name: 'the file', fields: fieldsOf(steps) },
    { name: '`workflow`', fields: fieldsOf(workflow) },
    { name: '`defaults`', fields: fieldsOf(defaults) },
    { name: '`schedule`', fields: fieldsOf(schedule) },
    { name: '`triggers`', fields: fieldsOf(triggers) },
    { name: '`budget`', fields: fieldsOf(budgetMap) },
    { name: '`prompt`', fields: fieldsOf(prompt) },
    { name: 'a step', fields: fieldsOf(step) },
  ];
}
