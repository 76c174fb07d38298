import type { Client, DataSourceObjectResponse } from '@notionhq/client';
import { APIErrorCode, isFullDataSource, isNotionClientError } from '@notionhq/client';
import { titleOf } from './properties.ts';

/**
 * The page of a client in the table that the log's `Company` relation leads to; undefined where there is none, or where
 * that table is not shared with the integration.
 */
export async function companyPage(
  client: Client,
  log: DataSourceObjectResponse,
  name: string,
): Promise<string | undefined> {
  const relation = Object.hasOwn(log.properties, 'Company') ? log.properties['Company']! : undefined;
  if (relation?.type !== 'relation') return undefined;
  const companies = await client.dataSources
    .retrieve({ data_source_id: relation.relation.data_source_id })
    .catch(absent);
  if (!companies || !isFullDataSource(companies)) return undefined;
  const { results } = await client.dataSources.query({
    data_source_id: companies.id,
    filter: { property: titleOf(companies.properties), title: { equals: name } },
    page_size: 1,
  });
  return results[0]?.id;
}

function absent(error: unknown): undefined {
  if (!isNotionClientError(error) || error.code !== APIErrorCode.ObjectNotFound) throw error;
}
