import type { Client, DataSourceObjectResponse } from '@notionhq/client';
import { collectPaginatedAPI, isFullDataSource, isFullDatabase } from '@notionhq/client';

/** Titles of the log's database, the first of which that exists is used (seed S: database discovery). */
export const DATABASES: readonly string[] = [
  '[FOS] Workflows',
  'Founder OS HQ - Workflows',
  'Workflow Automator - Executions',
];

/**
 * The table that the log is written to: a data source of that title, or one of a database of that title. It is never
 * created. Searching the service finds near titles too, and those do not count.
 */
export async function findDatabase(client: Client): Promise<DataSourceObjectResponse | undefined> {
  const titles = new Map<string, string>();
  for (const title of DATABASES) {
    const filter = { property: 'object', value: 'data_source' } as const;
    const found = await collectPaginatedAPI((page) => client.search({ query: title, filter, ...page }), {});
    const sources = found.filter((result) => result.object === 'data_source').filter(isFullDataSource);
    const usable = sources.filter((source) => !source.in_trash);
    const named =
      usable.find((source) => plain(source.title) === title) ?? (await inDatabase(client, usable, title, titles));
    if (named) return named;
  }
  return undefined;
}

/**
 * The first data source whose database has the title; a data source may have a name of its own. `titles` of databases
 * by id are those that have been asked for.
 */
async function inDatabase(
  client: Client,
  sources: readonly DataSourceObjectResponse[],
  title: string,
  titles: Map<string, string>,
): Promise<DataSourceObjectResponse | undefined> {
  for (const source of sources) {
    if (source.parent.type !== 'database_id') continue;
    const id = source.parent.database_id;
    if (!titles.has(id)) {
      const database = await client.databases.retrieve({ database_id: id });
      titles.set(id, isFullDatabase(database) ? plain(database.title) : '');
    }
    if (titles.get(id) === title) return source;
  }
  return undefined;
}

function plain(title: readonly { readonly plain_text: string }[]): string {
  return title
    .map(({ plain_text }) => plain_text)
    .join('')
    .trim();
}
