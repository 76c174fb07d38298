import type { CreatePageParameters, DataSourceObjectResponse } from '@notionhq/client';
import type { LogEntry } from './entry.ts';

export type Properties = NonNullable<CreatePageParameters['properties']>;

type Schema = DataSourceObjectResponse['properties'];
type Value = Properties[string];

/** What the log's records are told apart by from others in the same database. */
export const TYPE = 'Execution';

/** The name of the property that holds the title: every data source has one, whatever it is called. */
export function titleOf(schema: Schema): string {
  return Object.keys(schema).find((name) => schema[name]!.type === 'title') ?? 'Title';
}

/**
 * An entry as properties of a page. Those that the database has not, or has of another type, are left out, since the
 * service refuses a page with one of them as a whole; `company` is the page of the client.
 */
export function propertiesOf(entry: LogEntry, schema: Schema, company?: string): Properties {
  const all: [name: string, type: string, value: Value][] = [
    ['Type', 'select', select(TYPE)],
    ['Status', 'select', select(entry.status)],
    ['Description', 'rich_text', richText(entry.description)],
    ['Steps Count', 'number', { number: entry.steps.count }],
    ['Steps Completed', 'number', { number: entry.steps.completed }],
    ['Steps Failed', 'number', { number: entry.steps.failed }],
    ['Steps Skipped', 'number', { number: entry.steps.skipped }],
    ['Started At', 'date', date(entry.started)],
    ['Completed At', 'date', entry.ended === undefined ? { date: null } : date(entry.ended)],
    ['Duration', 'rich_text', richText(entry.duration)],
    ['Triggered By', 'select', select(entry.triggeredBy)],
    ['Workflow Version', 'rich_text', richText(entry.version)],
    ['Context Snapshot', 'rich_text', richText(entry.context)],
    ['Error Summary', 'rich_text', richText(entry.error)],
    ['Generated At', 'date', date(entry.generated)],
    ...(company === undefined
      ? []
      : [['Company', 'relation', { relation: [{ id: company }] }] as [string, string, Value]]),
  ];
  const fitting = all.filter(([name, type]) => Object.hasOwn(schema, name) && schema[name]!.type === type);
  const title: Value = { title: [{ text: { content: entry.run } }] };
  return Object.fromEntries([[titleOf(schema), title], ...fitting.map(([name, , value]) => [name, value] as const)]);
}

function select(name: string): Value {
  return { select: { name } };
}

function date(start: string): Value {
  return { date: { start } };
}

/** Without text the property is emptied, for a run that goes on may have left something there. */
function richText(content: string | undefined): Value {
  return { rich_text: content === undefined || content === '' ? [] : [{ text: { content } }] };
}
