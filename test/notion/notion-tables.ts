import type { Source } from './notion-objects.ts';

/** The properties of the log, as the mapping has them. */
export const schema = {
  'Run ID': 'title',
  Type: 'select',
  Status: 'select',
  Description: 'rich_text',
  'Steps Count': 'number',
  'Steps Completed': 'number',
  'Steps Failed': 'number',
  'Steps Skipped': 'number',
  'Started At': 'date',
  'Completed At': 'date',
  Duration: 'rich_text',
  'Triggered By': 'select',
  'Workflow Version': 'rich_text',
  'Context Snapshot': 'rich_text',
  'Error Summary': 'rich_text',
  'Generated At': 'date',
  Company: 'relation',
};

export const companies: Source = {
  id: 'companies',
  title: 'Companies',
  database: { id: 'db-companies', title: 'Companies' },
  properties: { Name: 'title' },
};

/** A log of this title, in a database of the same. */
export function table(title: string, more: Partial<Source> = {}): Source {
  const id = title.toLowerCase().replace(/[^a-z]+/g, '-');
  const database = { id: `db-${id}`, title };
  return { id: `of-${id}`, title, database, properties: schema, relations: { Company: 'companies' }, ...more };
}
