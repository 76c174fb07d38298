import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

let place: Project;

afterEach(() => place.remove());

const short = (steps: string, defaults = '') => `workflow: {name: short, version: 1.0.0}\n${defaults}steps:\n${steps}`;

describe('run', () => {
  it('shows progress and result as lines', async () => {
    place = await project({
      'workflow.yaml': short(
        `  - {id: mail, name: check-email, command: /mail}
  - {id: calendar, name: review-calendar, command: /calendar, depends_on: [mail]}
  - {id: briefing, name: generate-briefing, command: /briefing, depends_on: [calendar]}
  - {id: summary, name: send-summary, command: /summary, depends_on: [briefing]}
  - {id: extra, name: extra, command: /extra, depends_on: [calendar], condition: context.extra}
`,
        'defaults: {stop_on_error: false}\n',
      ),
      'script.yaml': 'briefing: {timeout: true}\n',
    });
    const { code, stdout, stderr } = await place.run('run', '--mock', 'script.yaml');
    const plain = stdout.replace(/\d+ms/g, 'TIME').replace(/\d{8}-\d{6}-[0-9a-z]{6}/g, 'RUN');
    expect(plain.replace(/\[Step 5.*\n/, '')).toBe(`Workflow: short v1.0.0
Run RUN, with scripted outcomes
[Step 1/5] Running: check-email... ✓ (TIME)
[Step 2/5] Running: review-calendar... ✓ (TIME)
[Step 3/5] Running: generate-briefing... ✗ Failed (timed out after 300s)
[Step 4/5] Skipped: send-summary (depends on failed step)

Completed with failures:
  ✗ generate-briefing: timed out after 300s
  ⊘ send-summary: depends on failed step

Result: PARTIAL (2/5 completed, 1 failed, 2 skipped)
Duration: TIME
Run: RUN
Report: .workflow/runs/RUN/artifacts/closeout-report.md
Go on with: stepwright resume
`);
    expect(plain).toContain('[Step 5/5] Running: extra... ⊘ Skipped (condition is false)\n');
    expect([code, stderr]).toEqual([1, '']);
  });

  it('says with --json on stdout what came out, and nothing else', async () => {
    place = await project({
      'workflow.yaml': short(
        '  - {id: 10, command: /a, output_as: __proto__}\n  - {id: __proto__, command: /b}\n  - {id: 2, command: /c}\n',
      ),
      'script.json': '{"10": {"output": "x"}, "__proto__": {"output": "y"}}',
    });
    const { code, stdout, stderr, document } = await place.json('run', '--mock', 'script.json', '--fresh');
    expect([code, document.status, document.warnings]).toEqual([0, 'completed', []]);
    expect(stderr).toContain('[Step 1/3] Running: 10...');
    // Keys that look like numbers stay in the file's order in the text, whatever JSON.parse makes of it.
    expect(stdout.replace(/\s/g, '')).toContain('"runs":{"10":1,"__proto__":1,"2":1}');
    expect(place.read('.workflow/state.json').replace(/\s/g, '')).toMatch(/"nodes":\{"10":\{.*"__proto__":\{.*"2":\{/);
    expect(Object.hasOwn(document.state.context, '__proto__')).toBe(true);
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  it.each([
    ['Yes - ship it', 0, ['passed', 'skipped']],
    ['No', 0, ['skipped', 'passed']],
    [' No ', 0, ['skipped', 'passed']],
    ['maybe', 1, ['pending', 'pending']],
    ['no', 1, ['pending', 'pending']],
    ['Yes', 1, ['pending', 'pending']],
    ['', 1, ['pending', 'pending']],
    [null, 1, ['pending', 'pending']],
    [['No', 'Yes - ship it'], 1, ['pending', 'pending']],
  ])('follows the label that the skill answers, exactly: %j', async (label, code, statuses) => {
    place = await project({
      'workflow.yaml': `name: router-label
version: 1.0.0
nodes:
  - {id: route, skill: route, role: router}
  - {id: yes-path, skill: ok, role: executor}
  - {id: no-path, skill: ok, role: executor}
  - {id: close, skill: engineering-closeout, role: closeout}
edges:
  - {from: route, to: yes-path, label: "Yes - ship it"}
  - {from: route, to: no-path, label: "No"}
  - {from: yes-path, to: close}
  - {from: no-path, to: close}
final: close
`,
      'skills/route/index.js': `export default () => ({ label: ${JSON.stringify(label)} });\n`,
      'skills/ok/index.js': 'export default () => {};\n',
    });
    const answer = await place.json('run');
    const { nodes } = answer.document.state;
    expect([answer.code, [nodes['yes-path']!.status, nodes['no-path']!.status]]).toEqual([code, statuses]);
    if (code === 0) return;
    expect(nodes.route).toMatchObject({ status: 'blocked', runs: 2 });
    expect(nodes['route']!.note).toContain(`'Yes - ship it', 'No'`);
  });

  it('takes the input as text, as JSON, from a file, and with fields', async () => {
    place = await project({
      'workflow.yaml': short('  - {id: a, command: /a, output_as: got}\n'),
      'skills/a/index.js':
        'export default ({ input, context }) => ({ output: JSON.stringify([input, context.input, context.k]) });\n',
      'input.json': '\uFEFF{"k": "of the file"}\n',
    });
    const got = async (...options: string[]) =>
      JSON.parse((await place.json('run', '--fresh', ...options)).document.state.context['got']!) as unknown;
    expect(await got()).toEqual([null, null, null]);
    expect(await got('--input', 'fix the build')).toEqual(['fix the build', 'fix the build', null]);
    expect(await got('--input', '{"k": 5}')).toEqual([{ k: 5 }, '{"k":5}', '5']);
    expect(await got('--input', '{not json')).toEqual(['{not json', '{not json', null]);
    expect(await got('--input', '[1]')).toEqual(['[1]', '[1]', null]);
    expect(await got('--input', '@input.json')).toEqual([{ k: 'of the file' }, '{"k":"of the file"}', 'of the file']);
    expect(await got('--input', '{"k": 5}', '--set', 'k=a=b', '--set', 'l=')).toEqual([
      { k: 'a=b', l: '' },
      '{"k":"a=b","l":""}',
      'a=b',
    ]);
    for (const wrong of [
      ['--input', '@none.json'],
      ['--input', 'text', '--set', 'k=v'],
      ['--set', 'k'],
      ['--set', 'a-b=1'],
    ]) {
      expect((await place.json('run', '--fresh', ...wrong)).document).toEqual({ error: expect.any(String) });
    }
  });

  it('runs nothing of a workflow that is invalid, or whose skills are missing', async () => {
    place = await project({
      'workflow.yaml': short('  - {id: a, command: /a}\n  - {id: b, command: /near, depends_on: [x]}\n'),
      'skills/nearby/index.ts': '',
    });
    const { code, document } = await place.json('run');
    expect([code, document.status]).toEqual([1, 'invalid']);
    expect(document.diagnostics.map(({ code: c, line }) => `${c} ${line}`)).toEqual(['V006 3', 'V006 4', 'V003 4']);
    const shown = await place.run('run');
    expect([shown.code, shown.stdout]).toEqual([1, '']);
    expect(shown.stderr).toContain('There is no skill "near" for the command "/near"');
    expect(shown.stderr).toContain('Skills are looked for in skills, as');
    expect(existsSync(join(place.path, '.workflow'))).toBe(false);
  });

  it('refuses a script that does not fit, before anything runs', async () => {
    place = await project({
      'workflow.yaml': short('  - {id: a, command: /a}\n'),
      'id.yaml': 'b: {}\n',
      'label.yaml': 'a: {label: x}\n',
      'field.yaml': 'a: {labels: x}\n',
      'seconds.yaml': 'a: {seconds: soon}\n',
      'list.yaml': '- a\n',
      'broken.yaml': 'a: {\n',
      'twice.yaml': 'a: {}\na: {}\n',
    });
    const said = async (file: string) => {
      const { code, document } = await place.json('run', '--mock', file);
      expect(code).toBe(2);
      return document.error;
    };
    expect(await said('id.yaml')).toBe('the script does not fit the workflow: the workflow has no node b');
    expect(await said('label.yaml')).toBe(
      `the script does not fit the workflow: a does not offer the label 'x'; it offers none`,
    );
    expect(await said('field.yaml')).toBe('field.yaml: a: labels is no outcome; did you mean label?');
    expect(await said('seconds.yaml')).toBe('seconds.yaml: a: seconds is a number from 0 on, not soon');
    expect(await said('list.yaml')).toMatch(/^list\.yaml/);
    expect(await said('broken.yaml')).toMatch(/^broken\.yaml:\d+:\d+: /);
    expect(await said('twice.yaml')).toMatch(/^twice\.yaml:2:1: /);
    expect(await said('none.yaml')).toMatch(/^the script none\.yaml cannot be read: /);
    expect(existsSync(join(place.path, '.workflow'))).toBe(false);
  });

  it('goes on with its latest run if that is unfinished, and otherwise starts anew', async () => {
    place = await project({
      'workflow.yaml': short('  - {id: a, command: /a}\n'),
      'script.yaml': 'a: [{error: x}, {}]\n',
      'skills/a/index.js': 'export default () => {};\n',
    });
    const run = async (...options: string[]) => (await place.json('run', ...options)).document;
    const first = await run('--mock', 'script.yaml');
    const second = await run('--mock', 'script.yaml');
    expect([second.run, second.status]).toEqual([first.run, 'completed']);
    const third = await run('--mock', 'script.yaml');
    expect([third.run === first.run, third.status]).toEqual([false, 'failed']);
    // A run of scripted outcomes is no run to go on with in earnest.
    const real = await run();
    expect([real.run === third.run, real.status]).toEqual([false, 'completed']);
    const other = await place.json('run', '--mock', 'script.yaml', '--input', 'x');
    expect([other.code, other.document.status]).toEqual([1, 'failed']);
    const changed = await place.json('run', '--mock', 'script.yaml', '--input', 'y');
    expect([changed.code, changed.document.error]).toEqual([
      2,
      `the unfinished run ${other.document.run} has another input; --fresh starts anew with this one`,
    ]);
    expect((await place.json('run', '--mock', 'script.yaml', '--input', 'x')).document.run).toBe(other.document.run);
  });

  it('runs at most so many nodes at once', async () => {
    place = await project({
      'workflow.yaml': short(['a', 'b', 'c', 'd'].map((id) => `  - {id: ${id}, command: /busy}\n`).join('')),
      // Executions share nothing but the disk.
      'skills/busy/index.js': `import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
export default async ({ node }) => {
  const folder = import.meta.dirname + '/busy';
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + '/' + node, '');
  await new Promise((resolve) => setTimeout(resolve, 500));
  const busy = readdirSync(folder).length;
  await new Promise((resolve) => setTimeout(resolve, 500));
  rmSync(folder + '/' + node);
  if (busy > 2) throw new Error(busy + ' at once');
};
`,
    });
    expect((await place.json('run', '--max-concurrency', '2')).document.status).toBe('completed');
    expect((await place.json('run', '--max-concurrency', '0')).document.error).toContain(
      'It is a whole number from 1 on.',
    );
    expect((await place.json('run', '--fresh')).document.status).toBe('failed');
  });

  it('goes on in memory where a list of steps has no record, and refuses a graph', async () => {
    place = await project({ 'workflow.yaml': short('  - {id: a, command: /a}\n') });
    writeFileSync(join(place.path, '.workflow'), 'in the way');
    const { code, document, stderr } = await place.json('run', '--mock');
    expect([code, document.status, document.warnings.length]).toEqual([0, 'completed', 1]);
    expect(document.warnings[0]).toMatch(/^the record cannot be written, so this run goes on in memory/);
    expect(stderr.match(/warning the record/g)).toHaveLength(1);
    place.write(
      'graph.yaml',
      'name: g\nversion: 1.0.0\nnodes:\n  - {id: a, skill: s, role: closeout}\nedges: []\nfinal: a\n',
    );
    const refused = await place.json('run', 'graph.yaml', '--mock');
    expect([refused.code, refused.document.error]).toEqual([
      2,
      expect.stringMatching(/^the record cannot be written: /),
    ]);
  });

  it('writes the latest record where it is told to', async () => {
    place = await project({ 'workflow.yaml': short('  - {id: a, command: /a}\n') });
    const { document } = await place.json('run', '--mock', '--state', 'out/record.json');
    expect(JSON.parse(place.read('out/record.json'))).toEqual(document.state);
    expect(existsSync(join(place.path, '.workflow/state.json'))).toBe(false);
    expect(JSON.parse(place.read(`.workflow/runs/${document.run}/state.json`))).toEqual(document.state);
  });

  it('leaves files of the project alone where outcomes are scripted', async () => {
    place = await project({
      'workflow.yaml':
        'name: g\nversion: 1.0.0\nnodes:\n  - {id: a, skill: s, role: closeout, outputs: [AGENTS.md, artifacts/new.md]}\nedges: []\nfinal: a\n',
      'AGENTS.md': 'of the user\n',
      'skills/s/index.js':
        'export default async ({ artifacts }) => { for (const path of ["AGENTS.md", "artifacts/new.md"]) await artifacts.write(path, "of the skill\\n"); };\n',
    });
    const { document } = await place.json('run', '--mock');
    expect(document.state.nodes.a!.artifacts).toEqual(['AGENTS.md', 'artifacts/new.md']);
    expect([place.read('AGENTS.md'), place.read('artifacts/new.md')]).toEqual([
      'of the user\n',
      'stand-in for artifacts/new.md, written by a\n',
    ]);
    await place.run('run');
    expect([place.read('AGENTS.md'), place.read('artifacts/new.md')]).toEqual(['of the skill\n', 'of the skill\n']);
  });

  it('keeps numbers of processes and paths of the machine out of the record', async () => {
    place = await project({ 'workflow.yaml': short('  - {id: a, command: /a, args: {secret: hidden-value}}\n') });
    const { document } = await place.json('run', '--mock');
    const folder = `.workflow/runs/${document.run}`;
    const texts = ['journal.jsonl', 'state.json', 'workflow.json', 'run.log']
      .map((file) => place.read(`${folder}/${file}`))
      .join('\n');
    expect(texts).not.toContain(place.path);
    expect(texts).not.toMatch(/"pid"/);
    expect(existsSync(join(place.path, folder, 'lock'))).toBe(false);
    const log = place.read(`${folder}/run.log`);
    expect(log).toContain('"args":["secret"]');
    expect(log).not.toContain('hidden-value');
    expect(place.read(`${folder}/artifacts/closeout-report.md`)).toContain('# Closeout: short 1.0.0');
  });
});

describe('looking up a workflow', () => {
  const named = (name: string) => `workflow: {name: ${name}, version: 1.0.0}\nsteps: [{id: a, command: /a}]\n`;

  it('goes by path, by name in any case, and by default', async () => {
    place = await project({
      'workflows/Release.yaml': named('release'),
      'workflows/nightly/workflow.yaml': named('nightly'),
      '.workflow/workflow.yaml': named('default'),
      'other.yaml': named('other'),
    });
    const name = async (...args: string[]) =>
      (await place.json('run', ...args, '--mock', '--fresh')).document.state.workflow;
    expect(await name('release')).toBe('release');
    expect(await name('NIGHTLY')).toBe('nightly');
    expect(await name('other.yaml')).toBe('other');
    expect(await name()).toBe('default');
    place.write('workflow.yaml', named('nearer'));
    expect(await name()).toBe('nearer');
  });

  it('goes by the name that a file in workflows/ says, where no file is called so', async () => {
    place = await project({
      'workflows/a.yaml': named('daily'),
      'workflows/b.yaml': named('twice'),
      'workflows/c.yaml': named('twice'),
      'workflows/broken.yaml': 'workflow: [',
    });
    expect((await place.json('run', 'Daily', '--mock')).document.state.workflow).toBe('daily');
    expect((await place.json('run', 'b', '--mock')).document.state.workflow).toBe('twice');
    expect((await place.json('run', 'twice', '--mock')).document.error).toBe(
      'workflows/b.yaml and workflows/c.yaml are called twice; say which file is meant',
    );
  });

  it('names those that there are when it finds none', async () => {
    place = await project({
      'workflows/release.yaml': named('release'),
      'workflows/nightly/workflow.yaml': named('nightly'),
    });
    expect((await place.json('validate', 'relase')).document).toEqual({
      error: 'there is no workflow relase; did you mean release? workflows/ has nightly and release',
    });
    expect((await place.json('run')).document).toEqual({
      error: 'there is no workflow.yaml here; workflows/ has nightly and release',
    });
    const human = await place.run('validate', 'relase');
    expect([human.code, human.stdout]).toEqual([2, '']);
    mkdirSync(join(place.path, 'folder'));
    expect((await place.json('validate', 'folder')).code).toBe(2);
  });
});
