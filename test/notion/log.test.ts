import { notionClient } from '../../lib/notion/client.ts';
import type { LogEntry } from '../../lib/notion/entry.ts';
import { DATABASES } from '../../lib/notion/find-database.ts';
import { notionLog } from '../../lib/notion/log.ts';
import { textIn } from './notion-objects.ts';
import type { Source } from './notion-objects.ts';
import { companies, schema, table } from './notion-tables.ts';
import type { NotionServer } from './notion-server.ts';
import { startNotion, TOKEN } from './notion-server.ts';

const running: LogEntry = {
  run: '20260105-090000-abc123',
  status: 'Running',
  description: 'morning-routine',
  version: '1.0.0',
  steps: { count: 4, completed: 0, failed: 0, skipped: 0 },
  started: '2026-01-05T14:00:00.000Z',
  triggeredBy: 'Schedule',
  generated: '2026-01-05T14:00:01.000Z',
};

const ended: LogEntry = {
  ...running,
  status: 'Failed',
  steps: { count: 4, completed: 2, failed: 1, skipped: 1 },
  ended: '2026-01-05T14:00:23.000Z',
  duration: '23s',
  context: '{"email_summary":"2 new"}',
  error: 'timed out after 180s',
  generated: '2026-01-05T14:00:24.000Z',
};

describe('the log in Notion', () => {
  let notion: NotionServer;
  let warnings: string[];

  const begin = async (...sources: Source[]) => {
    notion = await startNotion(sources);
    warnings = [];
    return notionLog({
      client: notionClient({ token: TOKEN, baseUrl: notion.url }),
      onWarning: (text) => warnings.push(text),
    });
  };

  afterEach(() => notion.close());

  it('has one record of a run, with every property, which the end of the run completes', async () => {
    const log = await begin(table(DATABASES[0]!), companies);
    await log.write(running);
    await log.write(ended);
    expect(notion.pages).toHaveLength(1);
    const text = (content: string) => ({ rich_text: content === '' ? [] : [{ text: { content } }] });
    expect(notion.pages[0]!.properties).toEqual({
      'Run ID': { title: [{ text: { content: '20260105-090000-abc123' } }] },
      Type: { select: { name: 'Execution' } },
      Status: { select: { name: 'Failed' } },
      Description: text('morning-routine'),
      'Steps Count': { number: 4 },
      'Steps Completed': { number: 2 },
      'Steps Failed': { number: 1 },
      'Steps Skipped': { number: 1 },
      'Started At': { date: { start: '2026-01-05T14:00:00.000Z' } },
      'Completed At': { date: { start: '2026-01-05T14:00:23.000Z' } },
      Duration: text('23s'),
      'Triggered By': { select: { name: 'Schedule' } },
      'Workflow Version': text('1.0.0'),
      'Context Snapshot': text('{"email_summary":"2 new"}'),
      'Error Summary': text('timed out after 180s'),
      'Generated At': { date: { start: '2026-01-05T14:00:24.000Z' } },
    });
    expect(warnings).toEqual([]);
  });

  it('leaves records of another type alone, whatever their title', async () => {
    const log = await begin(table(DATABASES[0]!), companies);
    const sop = { 'Run ID': { title: [{ text: { content: running.run } }] }, Type: { select: { name: 'SOP' } } };
    notion.pages.push({ id: 'sop', source: notion.sources[0]!.id, properties: { ...sop } });
    await log.write(running);
    expect(notion.pages.map(({ properties }) => properties['Type'])).toEqual([
      { select: { name: 'SOP' } },
      { select: { name: 'Execution' } },
    ]);
    expect(notion.pages[0]!.properties).toEqual(sop);
  });

  it.each([
    ['the first name', [0, 1, 2], 0],
    ['the second name', [2, 1], 1],
    ['the legacy name', [2], 2],
  ])('is found by %s', async (_, there, taken) => {
    const near = table('My [FOS] Workflows and more');
    const log = await begin(near, ...there.map((index) => table(DATABASES[index]!)), companies);
    await log.write(running);
    expect(notion.pages.map(({ source }) => source)).toEqual([table(DATABASES[taken]!).id]);
  });

  it('is found by the title of the database where the table in it has another', async () => {
    const log = await begin(table('Runs', { id: 'runs', database: { id: 'db', title: DATABASES[1]! } }), companies);
    await log.write(running);
    expect(notion.pages.map(({ source }) => source)).toEqual(['runs']);
  });

  it('is never created: without a database there is one warning and nothing is written', async () => {
    const log = await begin(table('Something of Workflows'), companies);
    await log.write(running);
    await log.write(ended);
    expect(warnings).toEqual([
      'this run is not logged in Notion: no database named "[FOS] Workflows", "Founder OS HQ - Workflows", "Workflow Automator - Executions"',
    ]);
    expect(notion.pages).toEqual([]);
    expect(notion.requests.filter((request) => !request.startsWith('POST /v1/search'))).toEqual([
      'GET /v1/databases/db-something-of-workflows',
    ]);
  });

  it('is written without the company where companies are not shared with the integration', async () => {
    const log = await begin(table(DATABASES[0]!));
    await log.write({ ...running, client: 'Acme' });
    expect(notion.pages.map(({ properties }) => properties['Company'])).toEqual([undefined]);
    expect(warnings).toEqual(['Notion has no company "Acme" to relate the run to']);
  });

  it('waits as long as the service asks it to', async () => {
    const log = await begin(table(DATABASES[0]!), companies);
    notion.refuseWith.push(429, 429);
    await log.write(running);
    expect(notion.pages).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it('gives up with one warning when the service is not there', async () => {
    const log = await begin(table(DATABASES[0]!));
    await notion.close();
    await log.write(running);
    await log.write(ended);
    expect(warnings).toEqual([expect.stringMatching(/^this run is not logged in Notion: /)]);
    notion = await startNotion([]);
  });

  it('tells that the token is not accepted, and never what it is', async () => {
    notion = await startNotion([table(DATABASES[0]!)]);
    warnings = [];
    const client = notionClient({ token: 'another_secret', baseUrl: notion.url });
    await notionLog({ client, onWarning: (text) => warnings.push(text) }).write(running);
    expect(warnings).toEqual(['this run is not logged in Notion: API token is invalid.']);
  });

  it('leaves out what the database has no property for', async () => {
    const { Status, Type, 'Run ID': title } = schema;
    const log = await begin(
      table(DATABASES[0]!, { properties: { 'Run ID': title, Type, Status, Duration: 'number' } }),
    );
    await log.write(ended);
    expect(Object.keys(notion.pages[0]!.properties)).toEqual(['Run ID', 'Type', 'Status']);
    expect(warnings).toEqual([]);
  });

  it('relates a client’s run to its company', async () => {
    const log = await begin(table(DATABASES[0]!), companies);
    notion.pages.push({
      id: 'acme',
      source: 'companies',
      properties: { Name: { title: [{ text: { content: 'Acme' } }] } },
    });
    await log.write({ ...ended, client: 'Acme' });
    expect(notion.pages[1]!.properties['Company']).toEqual({ relation: [{ id: 'acme' }] });
    await log.write({ ...ended, run: 'another', client: 'Nobody' });
    expect(notion.pages[2]!.properties).not.toHaveProperty('Company');
    expect(warnings).toEqual(['Notion has no company "Nobody" to relate the run to']);
  });

  it('gives back the context of the workflow’s latest run', async () => {
    const log = await begin(table(DATABASES[0]!), companies);
    await log.write({ ...ended, run: 'late', started: '2026-01-07T00:00:00.000Z', context: '{"a":"late"}' });
    await log.write({ ...ended, run: 'early', context: '{"a":"early"}' });
    await log.write({ ...ended, run: 'other', started: '2026-01-08T00:00:00.000Z', description: 'weekly-review' });
    expect(await log.lastContext('morning-routine')).toEqual(new Map([['a', 'late']]));
    expect(await log.lastContext('unknown')).toBeUndefined();
    expect(textIn(notion.pages[0]!.properties['Context Snapshot'])).toBe('{"a":"late"}');
  });

  it('does not use a context that was cut', async () => {
    const log = await begin(table(DATABASES[0]!), companies);
    await log.write({ ...ended, context: '{"a":"early","b":"it is cu' });
    expect(await log.lastContext('morning-routine')).toBeUndefined();
    expect(warnings).toEqual(['the context snapshot in Notion is cut or damaged, and is not used']);
  });
});
