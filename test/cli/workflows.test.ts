import { existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { templateNames } from '../../lib/cli/read-template.ts';
import type { Project } from './command-line.ts';
import { answering, project } from './command-line.ts';

const morning = `# Every day.
workflow:
  name: "morning"
  description: 'Mail, then a text'
  version: "1.0.0"
  tags: ["daily"]

schedule:
  enabled: true
  cron: "0 9 * * 1-5" # early enough
  timezone: "Europe/Berlin"

steps:
  - id: "mail"
    command: "/mail"

  # Looks at today only.
  - id: "calendar"
    command: "/calendar"
    depends_on: ["mail"]

  - id: "text"
    command: "/text"
    depends_on: ["calendar"]
    output_as: "text"
`;
const plain = 'workflow: {name: plain, version: 1.0.0}\nsteps:\n  - {id: a, command: /a}\n';

let place: Project;

beforeEach(async () => {
  place = await project({ 'workflows/morning.yaml': morning, 'workflows/plain/workflow.yaml': plain });
});

afterEach(() => place.remove());

const document = async (...argv: string[]): Promise<Record<string, unknown>> =>
  (await place.json(...argv)).document as unknown as Record<string, unknown>;

describe('list', () => {
  it('shows every workflow with its size, its last run and when it runs next', async () => {
    await place.run('run', 'plain', '--mock');
    const { code, stdout } = await place.run('list');
    const lines = stdout.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(
      /^morning {2}v1\.0\.0, 3 steps {2}never run {2}next \w{3} \d{4}-\d\d-\d\d 09:00 Europe\/Berlin$/,
    );
    expect(lines[1]).toBe('plain    v1.0.0, 1 step   completed');
    expect(lines).toHaveLength(2);
  });

  it('shows with --verbose what they are made of, and with --scheduled only those that run by themselves', async () => {
    const { stdout } = await place.run('list', '--scheduled', '--verbose');
    expect(stdout).toContain('  Mail, then a text\n  Tags: daily\n  Steps: mail, calendar, text\n');
    expect(stdout).toContain('  Schedule: on  0 9 * * 1-5  At 09:00, Monday through Friday\n');
    expect(stdout).not.toContain('plain');
    expect(await document('list')).toMatchObject({
      workflows: [
        {
          name: 'morning',
          file: 'workflows/morning.yaml',
          valid: true,
          nodes: ['mail', 'calendar', 'text'],
          schedule: {
            enabled: true,
            timezone: 'Europe/Berlin',
            next: [expect.any(String), expect.any(String), expect.any(String)],
          },
          latest: null,
        },
        { name: 'plain', schedule: null },
      ],
    });
  });

  it('shows a file with errors as one', async () => {
    place.write('workflows/plain/workflow.yaml', plain.replace('/a}', '/a, depends_on: [x]}'));
    expect((await place.run('list')).stdout).toContain('plain    1 error');
  });

  it('says so where there is none, or no folder for them', async () => {
    const empty = await project({});
    expect(await empty.run('list')).toEqual({
      code: 0,
      stdout: 'There is no workflow here yet; stepwright create makes one.\n',
      stderr: '',
    });
    mkdirSync(join(empty.path, 'workflows'));
    expect((await empty.json('list')).document).toEqual({ workflows: [] });
    expect((await empty.run('run', 'morning')).stderr).toContain('there are no others in workflows/');
    await empty.remove();
  });
});

describe('create', () => {
  it.each(templateNames())('makes a valid workflow from the template %s', async (template) => {
    const { code, stdout, stderr } = await place.run(
      'create',
      'made-here',
      '--from-template',
      template,
      '--description',
      'x: y',
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('✓ workflows/made-here.yaml is there\n');
    expect((await place.json('validate', 'made-here')).document).toMatchObject({ valid: true, diagnostics: [] });
    expect((await document('list'))['workflows']).toContainEqual(
      expect.objectContaining({ name: 'made-here', description: 'x: y' }),
    );
  });

  it('copies a workflow of the project as it is written, but does not let the copy run by itself', async () => {
    expect((await place.run('create', 'evening', '--from-template', 'morning')).code).toBe(0);
    expect(place.read('workflows/evening.yaml')).toBe(
      morning.replace('"morning"', '"evening"').replace('enabled: true', 'enabled: false'),
    );
  });

  it('replaces nothing, in whatever case the name is written', async () => {
    place.write('workflows/Other.yaml', plain);
    for (const name of ['morning', 'plain', 'other']) {
      const { code, document: said } = await place.json('create', name);
      expect([code, said.error]).toEqual([2, expect.stringMatching(/already/)]);
    }
    expect(place.read('workflows/morning.yaml')).toBe(morning);
  });

  it('refuses names that are not in kebab-case, unknown templates and a missing name', async () => {
    expect((await place.json('create', 'Morning Mail')).document.error).toBe(
      'the name "Morning Mail" is not in kebab-case; "morning-mail" is',
    );
    expect((await place.json('create', '../x')).code).toBe(2);
    expect((await place.json('create', 'x', '--from-template', 'daily')).document.error).toContain(
      'did you mean daily-briefing? there are approval, daily-briefing and single-step',
    );
    expect((await place.json('create')).code).toBe(2);
    expect(existsSync(join(place.path, 'workflows/x.yaml'))).toBe(false);
  });
});

describe('create at a terminal', () => {
  it('asks for steps and a schedule', async () => {
    const answers = [
      'Mail, and what to do',
      'mail',
      '/inbox:read',
      'todo',
      '/todo',
      'mail',
      '',
      'every morning',
      'yes',
    ];
    const { code } = await place.runWith({ ask: answering(answers) }, 'create', 'day');
    expect(code).toBe(0);
    expect(place.read('workflows/day.yaml')).toBe(`workflow:
  name: "day"
  description: "Mail, and what to do"
  version: "1.0.0"

schedule:
  enabled: true
  cron: "0 9 * * *"
  timezone: "UTC"

steps:
  - id: "mail"
    command: "/inbox:read"
  - id: "todo"
    command: "/todo"
    depends_on: ["mail"]
`);
  });

  it.each([
    [['Mail', '/mail'], 'The id "/mail" holds "/"'],
    [['Mail', 'mail', 'mail'], 'The command "mail" does not start with "/"'],
    [['Mail', 'mail', '/read mail'], 'The command "/read mail" is malformed'],
  ])('refuses an answer at once that the workflow would not be valid with: %j', async (answers, why) => {
    await expect(place.runWith({ ask: answering(answers) }, 'create', 'day')).rejects.toThrow(why);
  });

  it('proposes a command that is one', async () => {
    const answers = ['Mail', 'Read the mail', '', 'ß', '/x', '', '', ''];
    expect((await place.runWith({ ask: answering(answers) }, 'create', 'day')).code).toBe(0);
    expect(place.read('workflows/day.yaml')).toContain('- id: "Read the mail"\n    command: "/read-the-mail"\n');
  });

  it('makes nothing when the person leaves', async () => {
    const { code } = await place.runWith({ ask: answering(['Mail', 'mail', undefined]) }, 'create', 'day');
    expect([code, existsSync(join(place.path, 'workflows/day.yaml'))]).toEqual([2, false]);
  });
});

describe('edit', () => {
  it('adds a step and leaves every other character alone', async () => {
    const { code, stdout, stderr } = await place.run(
      ...['edit', 'morning', '--add-step', 'post', '--command', '/chat:post', '--depends-on', 'text'],
      ...['--arg', 'text={{context.text}}', '--output-as', 'posted', '--condition', 'context.text'],
    );
    expect([code, stderr, stdout]).toEqual([0, '', '✓ workflows/morning.yaml: added the step post\n']);
    expect(place.read('workflows/morning.yaml')).toBe(`${morning}
  - id: "post"
    command: "/chat:post"
    args:
      text: "{{context.text}}"
    depends_on: ["text"]
    output_as: "posted"
    condition: "context.text"
`);
  });

  it('takes each argument once, and changes the file that a link leads to', async () => {
    symlinkSync('morning.yaml', join(place.path, 'workflows/link.yaml'));
    const adding = ['edit', 'link', '--add-step', 'post', '--command', '/post', '--arg', 'a=1'];
    expect((await place.json(...adding, '--arg', 'a=2')).document.error).toBe('--arg gives a twice');
    expect((await place.run(...adding, '--depends-on', 'mail', '--depends-on', 'mail')).code).toBe(0);
    expect(place.read('workflows/morning.yaml')).toContain('    depends_on: ["mail"]\n');
    expect(lstatSync(join(place.path, 'workflows/link.yaml')).isSymbolicLink()).toBe(true);
  });

  it('removes a step, and what depended on it depends on what it depended on', async () => {
    const { stdout } = await place.run('edit', 'morning', '--remove-step', 'calendar');
    expect(stdout).toBe(
      '✓ workflows/morning.yaml: removed the step calendar; text now depends on what it depended on\n',
    );
    const left = morning.replace(/\n {2}# Looks[\s\S]*?\["mail"\]\n/, '').replace('["calendar"]', '["mail"]');
    expect(place.read('workflows/morning.yaml')).toBe(left);
  });

  it('refuses to remove a step whose output is read, and writes nothing that does not validate', async () => {
    await place.run('edit', 'morning', '--add-step', 'post', '--command', '/p', '--arg', 'x={{context.text}}');
    const before = place.read('workflows/morning.yaml');
    expect(await place.json('edit', 'morning', '--remove-step', 'text')).toMatchObject({
      code: 2,
      document: { error: 'text is not removed: post reads its output, context.text' },
    });
    const invalid = await place.json('edit', 'morning', '--add-step', 'x', '--command', '/x', '--depends-on', 'nobody');
    const codes = invalid.document.diagnostics.map((one) => one.code);
    expect([invalid.code, codes]).toEqual([1, expect.arrayContaining(['V003'])]);
    expect((await place.run('edit', 'morning', '--schedule', '0 0 9 * * 1')).stderr).toContain(
      'Only 5-field cron, no seconds and no years.',
    );
    for (const wrong of [
      [],
      ['--command', '/x'],
      ['--add-step', 'x'],
      ['--remove-step', 'none'],
      ['--add-step', 'mail', '--command', '/x'],
    ])
      expect((await place.json('edit', 'morning', ...wrong)).code).toBe(2);
    expect(place.read('workflows/morning.yaml')).toBe(before);
  });

  it('sets the schedule', async () => {
    expect((await place.run('edit', 'morning', '--schedule', '30 7 * * *', '--timezone', 'UTC')).code).toBe(0);
    expect(place.read('workflows/morning.yaml')).toBe(
      morning.replace('0 9 * * 1-5', '30 7 * * *').replace('Europe/Berlin', 'UTC'),
    );
  });

  it('leaves a graph to its author', async () => {
    place.write('workflows/g.yaml', 'name: g\nversion: 1.0.0\nnodes: []\nedges: []\nfinal: a\n');
    expect((await place.json('edit', 'g', '--remove-step', 'a')).document.error).toContain('steps dialect');
  });
});

describe('a workflow that is no file', () => {
  it('is told for what it is', async () => {
    const said = async (...argv: string[]) => (await place.json('validate', ...argv)).document.error;
    expect(await said('workflows/plain')).toBe(
      'workflows/plain is a folder; did you mean workflows/plain/workflow.yaml?',
    );
    expect(await said('workflows')).toBe('workflows is a folder, and holds no workflow.yaml');
    expect(await said('/dev/null')).toBe('/dev/null is no ordinary file; write the workflow into one');
    writeFileSync(join(place.path, 'empty.yaml'), '');
    expect((await place.json('validate', 'empty.yaml')).code).toBe(1);
  });
});
