import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const steps = `workflow: {name: resume, description: case, version: 1.0.0}
steps:
  - {id: a, name: a, command: /a, output_as: ka}
  - {id: b, name: b, command: /b, depends_on: [a], args: {v: '{{context.ka}}'}}
  - {id: c, name: c, command: /c, depends_on: [b]}
  - {id: d, name: d, command: /d, depends_on: [a]}
`;

const graph = `name: resume-loop
version: 1.0.0
description: case
nodes:
  - {id: in, skill: s-in, role: intake}
  - {id: build, skill: s-build, role: executor}
  - {id: check, skill: s-check, role: validator}
  - {id: pub, skill: s-pub, role: executor}
  - {id: close, skill: s-close, role: closeout}
edges:
  - {from: in, to: build}
  - {from: build, to: check}
  - {from: check, to: pub, label: ok, kind: on_pass}
  - {from: check, to: build, label: max 2, kind: on_failure, loop: true}
  - {from: pub, to: close}
final: close
`;

describe('resume', () => {
  let place: Project;

  afterEach(() => place.remove());

  it('runs again what failed and what that kept from running, and keeps the rest', async () => {
    place = await project({
      'workflow.yaml': steps,
      'script.yaml': 'a: {output: out}\nb: [{error: x}, {error: x}, {}]\n',
    });
    const first = await place.json('run', '--mock', 'script.yaml');
    expect([first.code, first.document.status]).toEqual([1, 'failed']);
    expect(first.document.state.nodes.c).toMatchObject({ status: 'skipped', note: 'upstream_dependency_failed' });
    const second = await place.json('resume', '--mock', 'script.yaml');
    expect([second.code, second.document.status]).toEqual([1, 'failed']);
    const third = await place.json('resume', '--run', first.document.run);
    expect([third.code, third.document.status]).toEqual([0, 'completed']);
    expect(third.document.runs).toEqual({ a: 1, b: 3, c: 1, d: 1 });
    expect(third.document.state.nodes.a).toEqual(first.document.state.nodes.a);
    expect(third.document.state.context).toEqual({ ka: 'out' });
    expect(JSON.parse(place.read('.workflow/state.json'))).toEqual(third.document.state);

    const fourth = await place.json('resume');
    expect([fourth.code, fourth.document.status, fourth.document.transitions]).toEqual([0, 'completed', 0]);
    expect(fourth.document.warnings).toEqual([
      `the run ${first.document.run} is completed: there is nothing to go on with`,
    ]);
    expect((await place.run('resume')).stdout).toBe(
      `The run ${first.document.run} is completed: there is nothing to go on with.\n`,
    );
  });

  it('gives a blocked node a fresh set of attempts, and no new loops', async () => {
    place = await project({
      'workflow.yaml': graph,
      'script.json': '{"check":[{"fail":"red"},{}],"pub":[{"error":"x"},{"error":"x"},{}]}',
    });
    expect((await place.run('run', '--mock', 'script.json')).code).toBe(1);
    const { code, document } = await place.json('resume');
    expect([code, document.status]).toEqual([0, 'completed']);
    expect(document.runs).toEqual({ in: 1, build: 2, check: 2, pub: 3, close: 1 });
    expect(document.state.loops).toEqual({ 'check→build': 1 });
  });

  it('blocks again at once where a loop is used up', async () => {
    place = await project({ 'workflow.yaml': graph, 'script.yaml': 'check: {fail: red}\n' });
    const first = await place.json('run', '--mock', 'script.yaml');
    expect(first.document.state.nodes.check).toMatchObject({
      status: 'blocked',
      note: 'loop check→build used up 2 of 2: red',
    });
    const { code, document } = await place.json('resume');
    expect(code).toBe(1);
    expect(document.runs).toEqual({ in: 1, build: 3, check: 4, pub: 0, close: 0 });
  });

  it.each([
    '2026-01-31T10:00:00Z',
    'a b',
    'feature/x#1',
    'r'.repeat(100),
    'café',
    '..',
    '',
    '../../x',
    '..%2f..',
    'nope',
  ])('knows no run %j', async (run) => {
    place = await project({ 'workflow.yaml': steps });
    for (const verb of ['resume', 'status', 'cancel']) {
      const { code, document } = await place.json(verb, '--run', run);
      expect([code, document]).toEqual([2, { error: expect.stringMatching(/^there is no run ".*" here$/) }]);
    }
    expect(existsSync(join(place.path, '.workflow'))).toBe(false);
  });

  it('goes on only with the workflow that the run was made from', async () => {
    const text = `workflow: {name: edited, description: case, version: 1.0.0}
steps:
  - {id: a, name: a, command: /a, output_as: ka}
  - {id: b, name: b, command: /b, depends_on: [a]}
  - {id: c, name: c, command: /c, depends_on: [b]}
`;
    place = await project({ 'workflow.yaml': text, 'script.yaml': 'b: [{error: x}, {}]\n' });
    const { document } = await place.json('run', '--mock', 'script.yaml');
    const folder = `.workflow/runs/${document.run}`;
    const records = () =>
      ['journal.jsonl', 'state.json', 'workflow.json'].map((file) => place.read(`${folder}/${file}`));
    const before = records();
    const variants: readonly [string, string][] = [
      [text.replace('command: /b', 'command: /b, args: {x: y}'), 'b'],
      [text.replace('command: /a', 'command: /other'), 'a'],
      [text.replace(/.*id: c.*\n/, ''), 'c'],
      [
        text.replace('depends_on: [a]}', 'depends_on: [d]}\n  - {id: d, name: d, command: /d, depends_on: [a]}'),
        'b and d',
      ],
      [text.replace('id: a,', 'id: a2,').replace('[a]', '[a2]'), 'a2, b and a'],
    ];
    for (const [changed, ids] of variants) {
      place.write('workflow.yaml', changed);
      for (const verb of ['run', 'resume']) {
        const refused = await place.json(verb, ...(verb === 'run' ? ['--mock'] : []));
        expect([refused.code, refused.document.error]).toEqual([
          2,
          `the workflow has changed since the run ${document.run} began: ${ids}; --force goes on with it, stepwright run --fresh starts anew`,
        ]);
      }
    }
    place.write('workflow.yaml', graph.replace('resume-loop', 'edited'));
    const other = await place.json('resume');
    expect(other.document.error).toContain(': in, build, check, pub, close, a, b and c;');
    expect(records()).toEqual(before);
    expect(readdirSync(join(place.path, folder)).sort()).toEqual([
      'artifacts',
      'journal.jsonl',
      'run.log',
      'script.json',
      'state.json',
      'workflow.json',
    ]);

    place.write('workflow.yaml', `# a comment\n\n${text}`);
    expect((await place.run('resume')).code).toBe(0);
  });

  it('goes by id where a change is forced: what passed is kept, what is new is pending, what is gone is dropped', async () => {
    const text = `workflow: {name: edited, version: 1.0.0}
steps:
  - {id: a, command: /a}
  - {id: b, command: /b, depends_on: [a]}
  - {id: c, command: /c, depends_on: [b]}
`;
    place = await project({ 'workflow.yaml': text, 'script.yaml': 'b: [{error: x}, {}]\n' });
    await place.run('run', '--mock', 'script.yaml');
    place.write('workflow.yaml', text.replace(/.*id: c.*\n/, '  - {id: d, command: /d, depends_on: [b]}\n'));
    const { code, document } = await place.json('resume', '--force');
    expect([code, document.runs]).toEqual([0, { a: 1, b: 2, d: 1 }]);
  });

  it('says what is missing when the workflow’s file has gone', async () => {
    place = await project({ 'workflow.yaml': steps, 'script.yaml': 'b: {error: x}\n' });
    const { document } = await place.json('run', '--mock', 'script.yaml');
    place.write('moved.yaml', steps);
    (await import('node:fs')).rmSync(join(place.path, 'workflow.yaml'));
    const refused = await place.json('resume');
    expect([refused.code, refused.document.error]).toEqual([
      2,
      `the run ${document.run} cannot go on without its workflow: there is no file workflow.yaml`,
    ]);
    expect((await place.run('resume', 'moved.yaml')).code).toBe(1);
  });
});
