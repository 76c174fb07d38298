import type { Client, DataSourceObjectResponse, PageObjectResponse } from '@notionhq/client';
import { isFullPage } from '@notionhq/client';
import { companyPage } from './company.ts';
import type { LogEntry } from './entry.ts';
import { DATABASES, findDatabase } from './find-database.ts';
import { propertiesOf, titleOf, TYPE } from './properties.ts';

/** The log of executions in Notion. Nothing that goes wrong in it is worth a run: it never throws. */
export interface NotionLog {
  /**
   * Writes an entry, over the one of the same run if there is one; `page` is that one where it is known. Resolves to
   * the page, or undefined when it could not be written.
   */
  write(entry: LogEntry, page?: string): Promise<string | undefined>;
  /** Context of the workflow's latest run, as far as it can be read; undefined where there is none. */
  lastContext(workflow: string): Promise<ReadonlyMap<string, string> | undefined>;
}

export interface NotionLogOptions {
  readonly client: Client;
  /** Told once why the log is not written, and of each thing that is left out of it. */
  readonly onWarning: (text: string) => void;
}

export function notionLog({ client, onWarning }: NotionLogOptions): NotionLog {
  let unavailable = false;
  const companies = new Map<string, string | undefined>();
  let database: Promise<DataSourceObjectResponse | undefined> | undefined;

  /** One warning for all that fails, and no further requests after it. */
  const degrading = async <T>(work: (log: DataSourceObjectResponse) => Promise<T>): Promise<T | undefined> => {
    if (unavailable) return undefined;
    try {
      database ??= findDatabase(client);
      const log = await database;
      if (log) return await work(log);
      onWarning(
        `this run is not logged in Notion: no database named ${DATABASES.map((name) => `"${name}"`).join(', ')}`,
      );
    } catch (error) {
      onWarning(`this run is not logged in Notion: ${(error as Error).message}`);
    }
    unavailable = true;
    return undefined;
  };

  const companyOf = async (log: DataSourceObjectResponse, name: string | undefined): Promise<string | undefined> => {
    if (name === undefined) return undefined;
    if (!companies.has(name)) {
      const page = await companyPage(client, log, name);
      companies.set(name, page);
      if (page === undefined) onWarning(`Notion has no company "${name}" to relate the run to`);
    }
    return companies.get(name);
  };

  return {
    write: (entry, page) =>
      degrading(async (log) => {
        const properties = propertiesOf(entry, log.properties, await companyOf(log, entry.client));
        const existing = page ?? (await pageOf(client, log, entry.run));
        const parent = { type: 'data_source_id', data_source_id: log.id } as const;
        const written =
          existing === undefined
            ? await client.pages.create({ parent, properties })
            : await client.pages.update({ page_id: existing, properties });
        return written.id;
      }),
    lastContext: (workflow) => degrading((log) => snapshotOf(client, log, workflow, onWarning)),
  };
}

/** Records of other kinds may bear the same title: the type counts too. */
async function pageOf(client: Client, log: DataSourceObjectResponse, run: string): Promise<string | undefined> {
  const { results } = await client.dataSources.query({
    data_source_id: log.id,
    filter: {
      and: [
        { property: titleOf(log.properties), title: { equals: run } },
        { property: 'Type', select: { equals: TYPE } },
      ],
    },
    page_size: 1,
  });
  return results[0]?.id;
}

async function snapshotOf(
  client: Client,
  log: DataSourceObjectResponse,
  workflow: string,
  onWarning: (text: string) => void,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { results } = await client.dataSources.query({
    data_source_id: log.id,
    filter: {
      and: [
        { property: 'Description', rich_text: { equals: workflow } },
        { property: 'Type', select: { equals: TYPE } },
      ],
    },
    sorts: [{ property: 'Started At', direction: 'descending' }],
    page_size: 1,
  });
  const [page] = results.filter((result) => result.object === 'page').filter(isFullPage);
  const text = page && richTextOf(page, 'Context Snapshot');
  if (text === undefined || text === '') return undefined;
  const context = parseSnapshot(text);
  if (!context) onWarning('the context snapshot in Notion is cut or damaged, and is not used');
  return context;
}

function richTextOf(page: PageObjectResponse, name: string): string | undefined {
  const property = Object.hasOwn(page.properties, name) ? page.properties[name] : undefined;
  if (property?.type !== 'rich_text') return undefined;
  return property.rich_text.map(({ plain_text }) => plain_text).join('');
}

/** A snapshot is JSON of texts by key, but may have been cut. */
function parseSnapshot(text: string): ReadonlyMap<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return new Map(texts);
  } catch {
    return undefined;
  }
}
