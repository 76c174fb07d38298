import { join } from 'node:path';
import { logInNotion } from '../../lib/cli/log-in-notion.ts';
import { compile } from '../../lib/compile/index.ts';
import { indexTable } from '../../lib/node/view.ts';
import { DATABASES } from '../../lib/notion/find-database.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import { textIn } from '../notion/notion-objects.ts';
import type { Page, Source } from '../notion/notion-objects.ts';
import type { NotionServer } from '../notion/notion-server.ts';
import { startNotion, TOKEN } from '../notion/notion-server.ts';
import { companies, table } from '../notion/notion-tables.ts';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const steps = (lines: string, defaults = '') => `workflow: {name: daily, version: 1.2.3}\n${defaults}steps:\n${lines}`;
const two = steps(`  - {id: mail, command: /mail, output_as: mail}
  - {id: send, command: /send, depends_on: [mail], args: {text: "{{context.mail}}"}, output_as: sent}
`);
const code = (body: string) => `export default ({ args }) => { ${body} };\n`;
const skills = {
  'skills/mail/index.js': code('return { output: "2 new" }'),
  'skills/send/index.js': code('return { output: `sent ${args.text}` }'),
};

let place: Project;
let notion: NotionServer;

const begin = async (files: Record<string, string>, ...sources: Source[]) => {
  notion = await startNotion(sources.length > 0 ? sources : [table(DATABASES[0]!), companies]);
  process.env['NOTION_BASE_URL'] = notion.url;
  process.env['NOTION_TOKEN'] = TOKEN;
  place = await project({ ...skills, ...files });
};

afterEach(async () => {
  delete process.env['NOTION_TOKEN'];
  delete process.env['NOTION_BASE_URL'];
  await notion.close();
  await place.remove();
});

/** What a page says, its properties of all types as text; dates and durations only as being there. */
function said({ properties }: Page): Record<string, string> {
  const text = (value: object) => {
    const [[type, inner] = []] = Object.entries(value) as [string, unknown][];
    if (type === 'title' || type === 'rich_text') return textIn(value);
    if (type === 'select') return (inner as { name: string }).name;
    if (type === 'number') return String(inner);
    if (type === 'date') return inner === null ? '' : 'TIME';
    return (inner as readonly { readonly id: string }[]).map(({ id }) => id).join();
  };
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, text(value)]));
}

const status = () => notion.pages.map((page) => said(page)['Status']);

describe('a run that is logged in Notion', () => {
  it('is there as Running while it goes on, and with everything at its end', async () => {
    // The first step ends when the test has seen what Notion says meanwhile.
    await begin({
      'workflow.yaml': two,
      'skills/mail/index.js': `import { existsSync } from 'node:fs';
export default async () => {
  while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20));
  return { output: '2 new' };
};
`,
    });
    place.write(
      'skills/mail/index.js',
      place.read('skills/mail/index.js').replace("'go'", JSON.stringify(join(place.path, 'go'))),
    );
    const going = place.json('run');
    while (notion.pages.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(said(notion.pages[0]!)).toMatchObject({ Status: 'Running', 'Completed At': '', Duration: '' });
    place.write('go', '');
    const { code: exit, document } = await going;
    expect([exit, document.warnings]).toEqual([0, []]);
    expect(notion.pages.map(said)).toEqual([
      {
        'Run ID': document.run,
        Type: 'Execution',
        Status: 'Completed',
        Description: 'daily',
        'Steps Count': '2',
        'Steps Completed': '2',
        'Steps Failed': '0',
        'Steps Skipped': '0',
        'Started At': 'TIME',
        'Completed At': 'TIME',
        Duration: expect.stringMatching(/^\d+m?s$/) as string,
        'Triggered By': 'Manual',
        'Workflow Version': '1.2.3',
        'Context Snapshot': JSON.stringify(document.state.context),
        'Error Summary': '',
        'Generated At': 'TIME',
      },
    ]);
    expect(notion.requests).toEqual([
      'POST /v1/search',
      `POST /v1/data_sources/${notion.sources[0]!.id}/query`,
      'POST /v1/pages',
      'PATCH /v1/pages/page-1',
    ]);
  });

  it.each([
    ['the second name', [2, 1], 1],
    ['the legacy name', [2], 2],
  ])('is written to the database of %s', async (_, there, taken) => {
    await begin({ 'workflow.yaml': two }, ...there.map((index) => table(DATABASES[index]!)));
    expect((await place.run('run')).stderr).toBe('');
    expect(notion.pages.map(({ source }) => source)).toEqual([table(DATABASES[taken]!).id]);
  });

  it('that fails says the first error, and one of which steps may fail is completed with it', async () => {
    await begin({
      'workflow.yaml': two,
      'skills/mail/index.js': code('throw new Error("no letters")'),
    });
    expect((await place.run('run')).code).toBe(1);
    expect(said(notion.pages[0]!)).toMatchObject({
      Status: 'Failed',
      'Steps Completed': '0',
      'Steps Failed': '1',
      'Steps Skipped': '1',
      'Error Summary': 'no letters',
    });
    place.write('workflow.yaml', two.replace('output_as: mail}', 'output_as: mail, continue_on_error: true}'));
    expect((await place.json('run', '--fresh')).document.status).toBe('partial');
    expect(said(notion.pages[1]!)).toMatchObject({
      Status: 'Completed',
      'Steps Completed': '1',
      'Error Summary': 'no letters',
    });
  });

  it('is the same page when it is resumed, whatever started it', async () => {
    await begin({
      'workflow.yaml': two,
      'skills/mail/index.js': code('throw new Error("no letters")'),
    });
    await place.run('run', '--triggered-by', 'schedule', '--client', 'Unheard Of');
    place.write('skills/mail/index.js', skills['skills/mail/index.js']);
    const { code: exit, stderr } = await place.run('resume');
    expect([exit, stderr]).toEqual([0, 'warning Notion has no company "Unheard Of" to relate the run to\n']);
    expect(notion.pages.map(said)).toMatchObject([
      { Status: 'Completed', 'Error Summary': '', 'Triggered By': 'Schedule', 'Steps Completed': '2' },
    ]);
  });

  it('is related to the company that it is for', async () => {
    const sent = two.replace('version: 1.2.3', 'version: 1.2.3, client: Acme');
    await begin({ 'workflow.yaml': sent });
    for (const [id, name] of [
      ['acme', 'Acme'],
      ['bolt', 'Bolt'],
    ] as const)
      notion.pages.push({ id, source: 'companies', properties: { Name: { title: [{ text: { content: name } }] } } });
    await place.run('run');
    await place.run('run', '--client', 'Bolt');
    expect(notion.pages.slice(2).map((page) => said(page)['Company'])).toEqual(['acme', 'bolt']);
  });

  it('that another one has started says so', async () => {
    const parent = 'workflow: {name: parent, version: 1.0.0}\nsteps:\n  - {id: daily, command: /daily}\n';
    await begin({
      'workflow.yaml': parent,
      'workflows/daily.yaml': two,
      'skills/daily/skill.yaml': 'kind: workflow\nworkflow: daily\n',
    });
    expect((await place.json('run')).document.status).toBe('completed');
    const pages = notion.pages.map(said);
    expect(pages.map((page) => [page['Description'], page['Status'], page['Triggered By']])).toEqual([
      ['parent', 'Completed', 'Manual'],
      ['daily', 'Completed', 'Chained'],
    ]);
  });

  it('waits as Running, and ends as the answer or the cancelling has it', async () => {
    const asks = steps('  - {id: ask, command: /ask}\n  - {id: send, command: /send, depends_on: [ask]}\n');
    await begin({
      'workflow.yaml': asks,
      'skills/ask/skill.yaml': 'kind: human\nquestion: May it go out?\n',
    });
    expect((await place.json('run')).document.status).toBe('paused');
    expect(status()).toEqual(['Running']);
    expect((await place.run('approve', 'ask', '--text', 'yes')).code).toBe(0);
    expect(status()).toEqual(['Completed']);
    await place.run('run');
    expect((await place.run('cancel')).code).toBe(0);
    expect(status()).toEqual(['Completed', 'Cancelled']);
  });

  it('is cancelled there when it is stopped here', async () => {
    await begin({
      'workflow.yaml': two,
      'skills/mail/index.js': 'export default () => new Promise(() => setTimeout(() => {}, 60_000));\n',
    });
    const running = place.spawn('run');
    await running.says('[Step 1/2]');
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(status()).toEqual(['Cancelled']);
  });
});

describe('a run whose results are wanted somewhere', () => {
  const outputs = (stdout: string) => stdout.includes('Output sent:');

  it('is logged where a token is at hand, unless that is not wanted', async () => {
    await begin({ 'workflow.yaml': two });
    for (const [where, pages, shown] of [
      [undefined, 1, true],
      ['chat', 1, true],
      ['both', 2, true],
      ['notion', 3, false],
    ] as const) {
      const { stdout, stderr } = await place.run('run', ...(where === undefined ? [] : ['--output', where]));
      expect([where, notion.pages.length, outputs(stdout), stderr]).toEqual([where, pages, shown, '']);
    }
    place.write('workflow.yaml', steps('  - {id: mail, command: /mail}\n', 'defaults: {output_format: chat}\n'));
    await place.run('run');
    expect(notion.pages).toHaveLength(3);
  });

  it('says where there is no token only if Notion is wanted', async () => {
    await begin({ 'workflow.yaml': two });
    delete process.env['NOTION_TOKEN'];
    expect((await place.run('run')).stderr).toBe('');
    const { stdout, stderr } = await place.run('run', '--output', 'notion');
    expect([outputs(stdout), stderr]).toEqual([
      true,
      'warning results are shown here, not in Notion: NOTION_TOKEN is not set\n',
    ]);
    expect(notion.requests).toEqual([]);
  });

  it('finds the token by the name and in the file that the project says', async () => {
    await begin({
      'workflow.yaml': two,
      'stepwright.yaml': 'notion: {secret: crm/notion}\nsecrets: {file: .env}\n',
    });
    delete process.env['NOTION_TOKEN'];
    place.write('.env', '');
    const { stderr } = await place.run('run', '--output', 'both');
    expect(stderr).toMatch(
      /^warning results are shown here, not in Notion: there is no secret crm\/notion: no environment variable /,
    );
    place.write('.env', `CRM_NOTION=${TOKEN}\n`);
    expect((await place.run('run')).stderr).toBe('');
    expect(status()).toEqual(['Completed']);
  });

  it('leaves scripted outcomes out of the log, unless the command wants them there', async () => {
    await begin({ 'workflow.yaml': two.replace('steps:', 'defaults: {output_format: both}\nsteps:') });
    expect((await place.run('run', '--mock')).stderr).toBe(
      'warning results are shown here, not in Notion: its outcomes are scripted\n',
    );
    expect(notion.requests).toEqual([]);
    await place.run('run', '--mock', '--output', 'notion');
    expect(status()).toEqual(['Completed']);
  });

  it('goes on without a database, and without the service, with one warning', async () => {
    await begin({ 'workflow.yaml': two }, companies);
    const absent = await place.json('run', '--output', 'notion');
    expect([absent.code, absent.document.warnings]).toEqual([
      0,
      [expect.stringMatching(/^this run is not logged in Notion: no database named "\[FOS\] Workflows", /)],
    ]);
    expect(absent.stderr.match(/warning .*\n/g)).toEqual([`warning ${absent.document.warnings[0]}\n`]);
    await notion.close();
    const { code: exit, stdout, stderr } = await place.run('run', '--output', 'notion');
    expect([exit, outputs(stdout), stderr.match(/warning/g)]).toEqual([0, true, ['warning']]);
    expect(stderr).toContain('this run is not logged in Notion: ');
    expect(notion.pages).toEqual([]);
  });

  it('does not wait for ever', async () => {
    await begin({ 'workflow.yaml': two });
    const workflow = indexTable(compile(two).compiled!.table);
    notion.refuseWith.push(...Array.from({ length: 100 }, () => 429));
    // Asked to wait, the client does so until it is told to stop.
    const run = { run: 'r1', workflow, file: 'workflow.yaml', state: memoryState(), known: false, scripted: false };
    await run.state.write('r1', '#run', { run: 'r1', workflow: 'daily', loops: [], turns: 0, started: '' }, 0);
    const slow = { ...run, state: { ...run.state, readAll: () => new Promise<never>(() => undefined) } };
    const log = await logInNotion({ cwd: place.path, now: () => new Date() }, slow, 50);
    log.begun();
    expect(await log.ended()).toBe(false);
    expect(log.warnings).toEqual(['this run is not logged in Notion: no answer within 0.05 seconds']);
  });
});

describe('run --from without a record', () => {
  const three = `${two}  - {id: file, command: /file, depends_on: [send], args: {text: "{{context.mail}}|{{context.sent}}"}, output_as: filed}\n`;
  const filing = { 'skills/file/index.js': code('return { output: args.text }') };
  const last = (context: string, started: string): Page => ({
    id: `page-of-${started}`,
    source: table(DATABASES[0]!).id,
    properties: {
      'Run ID': { title: [{ text: { content: started } }] },
      Type: { select: { name: 'Execution' } },
      Description: { rich_text: [{ text: { content: 'daily' } }] },
      'Started At': { date: { start: started } },
      'Context Snapshot': { rich_text: [{ text: { content: context } }] },
    },
  });

  it('takes the context from the last run that Notion knows, as far as earlier steps put it there', async () => {
    await begin({ 'workflow.yaml': three, ...filing });
    const context = { mail: '3 old', sent: 'yes', filed: 'no', other: 'x', run_id: 'r0' };
    notion.pages.push(last('{"mail":"1"}', '2026-01-01T00:00:00Z'));
    notion.pages.push(last(JSON.stringify(context), '2026-01-02T00:00:00Z'));
    const { code: exit, document, stderr } = await place.json('run', '--from', 'file');
    expect([exit, document.state.context]).toEqual([0, { mail: '3 old', sent: 'yes', filed: '3 old|yes' }]);
    expect(stderr).toContain(`The context is taken from Notion's log of the last run: mail and sent\n`);
    expect(said(notion.pages[2]!)).toMatchObject({ Status: 'Completed', 'Steps Completed': '1', 'Steps Skipped': '2' });
  });

  it('ignores one that is cut, with a warning, and asks for none with --fresh or where there is a record', async () => {
    await begin({ 'workflow.yaml': three, ...filing });
    notion.pages.push(last('{"mail":"3 o', '2026-01-02T00:00:00Z'));
    const cut = await place.json('run', '--from', 'file');
    expect([cut.document.state.context, cut.document.warnings]).toEqual([
      { filed: '{{context.mail}}|{{context.sent}}' },
      ['the context snapshot in Notion is cut or damaged, and is not used'],
    ]);
    notion.pages.splice(0, notion.pages.length, last('{"mail":"3 old"}', '2026-01-02T00:00:00Z'));
    const fresh = await place.json('run', '--from', 'file', '--fresh');
    expect(fresh.document.state.context).toEqual({ filed: '{{context.mail}}|{{context.sent}}' });
    await place.run('run', '--fresh');
    const recorded = await place.json('run', '--from', 'file');
    expect(recorded.document.state.context).toMatchObject({ mail: '2 new', sent: 'sent 2 new' });
  });
});

describe('the history of runs', () => {
  it('is that of the records here, and asks Notion nothing', async () => {
    await begin({ 'workflow.yaml': two });
    const { document } = await place.json('run');
    const asked = notion.requests.length;
    await notion.close();
    for (const verb of [['status'], ['status', '--last', '5'], ['status', '--status', 'completed'], ['runs']]) {
      const { code: exit, stdout, stderr } = await place.run(...verb);
      expect([exit, stdout.includes(document.run), stderr]).toEqual([0, true, '']);
    }
    expect(notion.requests).toHaveLength(asked);
  });
});
