import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { check } from '../../lib/compile/check.ts';
import { skillsAround } from '../../lib/config/skills-around.ts';
import { endSpareWorker } from '../../lib/skills/code/workers.ts';
import type { SkillKind } from '../../lib/skills/manifest/schema.ts';
import { resolveSkill } from '../../lib/skills/resolve.ts';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const kinds: readonly SkillKind[] = ['code', 'prompt', 'agent', 'http', 'lambda', 'command', 'human', 'workflow'];

describe('skill', () => {
  let place: Project;

  beforeEach(async () => {
    place = await project({});
  });

  afterEach(() => place.remove());
  afterAll(endSpareWorker);

  it.each(kinds)('new begins one of the kind %s that validates, and runs with scripted outcomes', async (kind) => {
    const { code, document } = await place.json('skill', 'new', 'crm/try-out', '--kind', kind);
    expect(code).toBe(0);
    const { files } = document as unknown as { files: string[] };
    expect(files).toContain('skills/crm/try-out/try.yaml');
    for (const file of files) expect(existsSync(join(place.path, file))).toBe(true);
    const source = { dirs: [join(place.path, 'skills')] };
    expect(resolveSkill(source, 'crm/try-out').kind).toBe(kind);
    const text = place.read('skills/crm/try-out/try.yaml');
    expect(check(text, skillsAround(place.path, source)).diagnostics).toEqual([]);
    const ran = await place.json('run', 'skills/crm/try-out/try.yaml', '--mock');
    expect([ran.code, ran.document.status]).toEqual([0, 'completed']);
  });

  it('new begins code that runs and whose test passes', async () => {
    const made = await place.run('skill', 'new', 'greet');
    expect(made.stdout).toBe(
      [
        '✓ skills/greet/index.ts',
        '✓ skills/greet/index.test.ts',
        '✓ skills/greet/try.yaml',
        'Try it with: stepwright run skills/greet/try.yaml --skills-dir skills',
        '',
      ].join('\n'),
    );
    const ran = await place.json('run', 'skills/greet/try.yaml', '--skills-dir', 'skills');
    expect(ran.document.state.nodes['try']).toMatchObject({ status: 'passed', note: 'wrote 1 greetings' });
    expect(place.read('artifacts/try.md')).toBe('Hello, world!\n');
    mkdirSync(join(place.path, 'node_modules'));
    symlinkSync(resolve(import.meta.dirname, '../..'), join(place.path, 'node_modules/stepwright'));
    const { NODE_OPTIONS: _, ...env } = process.env;
    const tested = spawnSync(process.execPath, ['--test', 'skills/greet/index.test.ts'], { cwd: place.path, env });
    expect([tested.status, tested.stdout.toString()]).toEqual([0, expect.stringContaining('greet writes its outputs')]);
  });

  it('new begins a command that runs', async () => {
    await place.run('skill', 'new', 'say', '--kind', 'command');
    const ran = await place.json('run', 'skills/say/try.yaml', '--skills-dir', 'skills');
    expect(ran.document.state.nodes['try']).toMatchObject({ status: 'passed' });
  });

  it('new leaves one alone that there is, whatever its form', async () => {
    place.write('skills/greet.md', 'Greet.\n');
    place.write('skills/odd/skill.yaml', 'kind: none\n');
    expect(await place.run('skill', 'new', 'greet')).toMatchObject({
      code: 2,
      stderr: 'error there is a skill greet already: skills/greet.md\n',
    });
    expect(await place.run('skill', 'new', 'odd')).toMatchObject({
      code: 2,
      stderr: 'error there is a skill odd already: skills/odd/skill.yaml\n',
    });
    expect((await place.run('skill', 'new', '../evil')).code).toBe(2);
    expect((await place.run('skill', 'new', 'a/b/c')).code).toBe(2);
    expect(existsSync(join(place.path, 'skills/greet'))).toBe(false);
    expect((await place.run('skill', 'new', 'engineering-closeout')).code).toBe(0);
  });

  it('list tells kind, file and description, and what is wrong', async () => {
    place.write('stepwright.yaml', 'skills: {dirs: [catalogue], use: {fix: {kind: agent}}}\n');
    place.write('skills/build/index.ts', 'export default () => {};\n');
    place.write('skills/odd/skill.yaml', 'kind: http\n');
    place.write('catalogue/fix/SKILL.md', '---\ndescription: Fixes a fault.\n---\nFix it.\n');
    place.write('catalogue/crm/sync.md', '---\ndescription: Syncs.\nargument-hint: [client]\n---\nSync.\n');
    expect((await place.run('skill', 'list')).stdout).toBe(
      [
        'SKILL                 KIND     FILE                    DESCRIPTION',
        'build                 code     skills/build/index.ts',
        'crm/sync              prompt   catalogue/crm/sync.md   Syncs.',
        'engineering-closeout  builtin  -',
        'fix                   agent    catalogue/fix/SKILL.md  Fixes a fault.',
        'odd                   invalid  skills/odd/skill.yaml   1:1 `url` is missing',
        '',
      ].join('\n'),
    );
    const { document } = await place.json('skill', 'list', '--skills-dir', 'catalogue', '--skills-dir', 'skills');
    expect((document as unknown as { skills: unknown[] }).skills[1]).toEqual({
      name: 'crm/sync',
      kind: 'prompt',
      description: 'Syncs.',
      file: 'catalogue/crm/sync.md',
      problems: [],
    });
    expect(await place.run('skill', 'list', '--skills-dir', 'nowhere')).toMatchObject({
      code: 2,
      stderr: 'error there is no folder nowhere\n',
    });
  });
});

describe('validate', () => {
  const workflow = `workflow: {name: with-skills, version: 1.0.0}
steps:
  - {id: a, command: /crm:sync}
  - {id: b, command: /ping, depends_on: [a]}
  - {id: c, command: /crm:sink, depends_on: [b]}
`;

  it('checks that skills are there and their manifests right, in all folders', async () => {
    const place = await project({
      'workflow.yaml': workflow,
      'ours/ping/skill.yaml': 'kind: http\nurl: https://example.com\nmethods: GET\n',
      'theirs/crm/sync.md': 'Sync.\n',
      'theirs/ping/index.ts': 'export default () => {};\n',
    });
    const { code, document } = await place.json('validate', '--skills-dir', 'ours', '--skills-dir', 'theirs');
    expect(code).toBe(1);
    expect(document.diagnostics).toEqual([
      {
        code: 'V006',
        severity: 'error',
        message: 'There is no skill "crm/sink" for the command "/crm:sink"',
        hint: 'Did you mean "crm/sync"?',
        line: 5,
        column: 22,
        file: 'workflow.yaml',
      },
      {
        code: 'V006',
        severity: 'error',
        message: 'Skill "ping": A skill of the kind http has no field "methods"',
        hint: 'Did you mean "method"?',
        line: 3,
        column: 1,
        file: 'ours/ping/skill.yaml',
      },
    ]);
    const { stdout } = await place.run('validate', '--skills-dir', 'ours', '--skills-dir', 'theirs');
    expect(stdout).toContain(' --> ours/ping/skill.yaml:3:1\n  |\n3 | methods: GET\n  | ^^^^^^^\n');
    // The other way round the one that is wrong is not used.
    const { document: other } = await place.json('validate', '--skills-dir', 'theirs', '--skills-dir', 'ours');
    expect(other.diagnostics.map(({ line, file }) => [line, file])).toEqual([[5, 'workflow.yaml']]);
    await place.remove();
  });

  it('checks skills beside the workflow, and those of the project file', async () => {
    const place = await project({
      'workflow.yaml': workflow,
      'stepwright.yaml': 'skills:\n  dirs: [lib]\n  use:\n    ping: {kind: human, question: Is it there?}\n',
      'skills/crm/sink.md': 'Sink.\n',
      'lib/crm/sync.md': 'Sync.\n',
    });
    expect(await place.json('validate')).toMatchObject({ code: 0, document: { diagnostics: [] } });
    await place.remove();
  });

  it.each(['workflows/flow.yaml', 'workflows/flow/workflow.yaml', '.workflow/workflow.yaml'])(
    'runs skills of the project, where skill new puts them, for %s',
    async (file) => {
      const place = await project({ [file]: workflow });
      await place.run('skill', 'new', 'ping', '--kind', 'human');
      await place.run('skill', 'new', 'crm/sync');
      await place.run('skill', 'new', 'crm/sink');
      const named = file.startsWith('.') ? [] : ['flow'];
      expect(await place.json('validate', ...named)).toMatchObject({ code: 0, document: { diagnostics: [] } });
      place.write(`${dirname(file)}/skills/ping.md`, 'Ping.');
      const { stdout } = await place.run('skill', 'list', ...named);
      // What lies beside the workflow goes before.
      expect(stdout).toMatch(new RegExp(`^ping +prompt +${dirname(file)}/skills/ping.md`, 'm'));
      await place.remove();
    },
  );
});
