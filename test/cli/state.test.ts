import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const workflow = `name: carried
version: 1.0.0
nodes:
  - {id: in, skill: s, role: intake}
  - {id: way, skill: s, role: router}
  - {id: left, skill: s, role: executor}
  - {id: right, skill: s, role: executor}
  - {id: end, skill: s, role: closeout}
edges:
  - {from: in, to: way}
  - {from: way, to: left, label: left}
  - {from: way, to: right, label: right}
  - {from: way, to: in, label: again, loop: true}
  - {from: left, to: end}
  - {from: right, to: end}
final: end
`;
const script = 'way: [{label: again}, {label: right}]\nright: [{error: x}, {error: x}, {}]\n';
const files = { 'workflow.yaml': workflow, 'script.yaml': script };

describe('the record of a run', () => {
  let from: Project;
  let to: Project;
  beforeEach(async () => {
    from = await project(files);
    to = await project(files);
  });
  afterEach(async () => {
    await from.remove();
    await to.remove();
  });

  it('is written as state.json, of the latest run or another', async () => {
    expect(await from.run('state', 'export')).toMatchObject({ code: 2, stderr: 'error there is no run here yet\n' });
    const first = await from.json('run', '--mock', 'script.yaml');
    await from.run('run', '--mock', '--fresh');
    expect(JSON.parse((await from.run('state', 'export')).stdout)).toMatchObject({ result: 'completed' });
    const { code, stdout } = await from.run('state', 'export', '--run', first.document.run, '-o', 'out/state.json');
    expect([code, stdout]).toEqual([0, '']);
    expect(JSON.parse(from.read('out/state.json'))).toEqual(first.document.state);
    expect((await from.run('state', 'export', '--run', 'none')).code).toBe(2);
  });

  it('goes on in another folder', async () => {
    const { document } = await from.json('run', '--mock', 'script.yaml');
    expect(document.status).toBe('failed');
    to.write('state.json', from.read('.workflow/state.json'));
    const imported = await to.json('state', 'import', 'state.json');
    expect([imported.code, imported.document]).toEqual([0, { run: document.run, warnings: [] }]);
    expect((await to.run('state', 'export')).stdout).toBe(from.read('.workflow/state.json'));
    expect(to.read('.workflow/state.json')).toBe(from.read('.workflow/state.json'));

    const resumed = await to.json('resume', '--mock', 'script.yaml');
    expect([resumed.code, resumed.document.runs]).toEqual([0, { in: 2, way: 2, left: 0, right: 3, end: 1 }]);
    expect(resumed.document.state.loops).toEqual({ 'way→in': 1 });
  });

  it.each(['cancelled', 'failed'])('goes on, too, where all was done but to close it: %s', async (result) => {
    await from.run('run', '--mock');
    to.write('state.json', from.read('.workflow/state.json').replace('"result": "completed"', `"result": "${result}"`));
    expect((await to.json('state', 'import', 'state.json')).code).toBe(0);
    expect((await to.json('status')).document.status).toBe(result);
    const { code, document } = await to.json('resume', '--mock');
    expect([code, document.status, document.runs]).toEqual([
      0,
      'completed',
      { in: 1, way: 1, left: expect.any(Number), right: expect.any(Number), end: 1 },
    ]);
    expect((await to.run('resume')).stdout).toContain('is completed: there is nothing to go on with');
  });

  it('keeps where the run was started', async () => {
    await from.run('run', '--mock', 'script.yaml');
    const { document } = await from.json('run', '--mock', 'script.yaml', '--from', 'left');
    expect(document.state).toMatchObject({ from: 'left' });
    to.write('state.json', from.read('.workflow/state.json'));
    expect((await to.run('state', 'import', 'state.json')).code).toBe(0);
    expect((await to.run('state', 'export')).stdout).toBe(from.read('.workflow/state.json'));
  });

  it('takes the place of another only when forced, and never of one that a process works on', async () => {
    const { document } = await from.json('run', '--mock', 'script.yaml');
    const stopped = from.read('.workflow/state.json');
    await from.run('resume');
    from.write('state.json', stopped);
    const refused = await from.json('state', 'import', 'state.json');
    expect([refused.code, refused.document.error]).toEqual([
      2,
      `there is a run ${document.run} here already; --force puts this one in its place`,
    ]);
    expect((await from.run('status', '--run', document.run)).stdout).toContain('COMPLETED');
    expect((await from.run('state', 'import', 'state.json', '--force')).code).toBe(0);
    expect((await from.run('state', 'export')).stdout).toBe(stopped);
    expect((await from.json('resume')).document).toMatchObject({ status: 'completed', runs: { right: 3 } });

    from.write('script.yaml', 'in: {seconds: 20}\n');
    const running = from.spawn('run', '--fresh', '--mock', 'script.yaml');
    await running.says('Running: in');
    const latest = () => (JSON.parse(from.read('.workflow/state.json')) as { run: string }).run;
    while (latest() === document.run) await sleep(20);
    const run = latest();
    from.write('state.json', from.read('.workflow/state.json'));
    const owned = await from.run('state', 'import', 'state.json', '--force');
    expect([owned.code, owned.stderr]).toEqual([
      2,
      `error process ${running.child.pid} works on the run ${run}: end it first\n`,
    ]);
    running.child.kill('SIGTERM');
    await running.ended;
  });

  it.each([
    ['no file', undefined, /^state\.json cannot be read: there is no such file/],
    ['another workflow', { workflow: 'other' }, /^state\.json: it is of the workflow other, not of carried$/],
    [
      'other nodes',
      { nodes: { in: { status: 'pending' }, other: { status: 'pending' } }, run: '..' },
      /^state\.json: "\.\." can be no run's id; the workflow has no node other; it says nothing of way; .*of end$/,
    ],
  ])('is refused when it is of %s, and nothing is made', async (_, fields, message) => {
    const state = { workflow: 'carried', version: '1.0.0', started: '2026-01-31T09:30:00Z', nodes: {}, ...fields };
    if (fields) to.write('state.json', JSON.stringify(state));
    const { code, document } = await to.json('state', 'import', 'state.json');
    expect([code, document.error]).toEqual([2, expect.stringMatching(message)]);
    expect(existsSync(join(to.path, '.workflow'))).toBe(false);
  });

  it('may be an older version’s when forced, and says what it leaves out', async () => {
    const { document } = await from.json('run', '--mock', 'script.yaml');
    const state = { ...document.state, mood: 'fine' };
    to.write('state.json', JSON.stringify(state));
    to.write('workflow.yaml', workflow.replace('1.0.0', '2.0.0'));
    expect((await to.json('state', 'import', 'state.json')).document.error).toBe(
      'state.json: it is of version 1.0.0 of the workflow, which is now 2.0.0',
    );
    const { code, stderr } = await to.run('state', 'import', 'state.json', '--force');
    expect([code, stderr]).toEqual([0, 'warning the field mood means nothing here and was left out\n']);
    expect(readFileSync(join(to.path, `.workflow/runs/${document.run}/state.json`), 'utf8')).toContain('"1.0.0"');
  });
});

const writing = `name: writing
version: 1.0.0
nodes:
  - {id: write, skill: write, role: intake, outputs: [out/]}
  - {id: ask, skill: ask, role: executor, human: true}
  - {id: read, skill: read, role: closeout, inputs: [out/a.txt]}
edges: [{from: write, to: ask}, {from: ask, to: read}]
final: read
`;
const writingFiles = {
  'workflow.yaml': writing,
  'skills/write/index.mjs': `export default async ({ artifacts }) => {
    await artifacts.write('out/a.txt', 'from there');
    await artifacts.write('out/deep/b.bin', new Uint8Array([0, 255]));
  };\n`,
  'skills/read/index.mjs': 'export default async ({ artifacts }) => ({ note: await artifacts.read("out/a.txt") });\n',
};

describe('the artifacts of a run', () => {
  let from: Project;
  let to: Project;
  beforeEach(async () => {
    from = await project(writingFiles);
    to = await project(writingFiles);
    expect((await from.run('run')).code).toBe(3);
    expect(await from.run('state', 'export', '-o', 'run/state.json', '--artifacts', 'run/files')).toMatchObject({
      code: 0,
      stderr: '',
    });
    to.write('run/state.json', from.read('run/state.json'));
  });
  afterEach(async () => {
    await from.remove();
    await to.remove();
  });

  const carry = (text = from.read('run/files/write/out/a.txt')) => {
    to.write('run/files/write/out/a.txt', text);
    cpSync(join(from.path, 'run/files/write/out/deep'), join(to.path, 'run/files/write/out/deep'), { recursive: true });
  };

  it('go along to where it goes on', async () => {
    carry();
    const imported = await to.json('state', 'import', 'run/state.json', '--artifacts', 'run/files');
    expect([imported.code, imported.document.warnings]).toEqual([0, []]);
    expect((await to.run('artifacts', 'get', 'out/a.txt')).stdout).toBe('from there');
    expect((await to.json('artifacts', 'get', 'out/deep/b.bin')).document).toMatchObject({ base64: 'AP8=' });
    const { code, document } = await to.json('approve', 'ask');
    expect([code, document.state.nodes['read']!.note]).toEqual([0, 'from there']);
  });

  it('are refused a folder that cannot be written', async () => {
    from.write('taken', 'a file');
    const { code, stderr } = await from.run('state', 'export', '-o', 'x.json', '--artifacts', 'taken/files');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error taken\/files cannot be written: part of its path is no folder/),
    ]);
    expect(existsSync(join(from.path, 'x.json'))).toBe(false);
  });

  it('are missed where they have not come along', async () => {
    const { code, document } = await to.json('state', 'import', 'run/state.json');
    expect([code, document.warnings]).toEqual([
      0,
      [
        'nodes that read them will fail, as they did not come along: out/a.txt of write and out/deep/b.bin of write; ' +
          'state export and state import carry them with --artifacts FOLDER',
      ],
    ]);
  });

  it('are refused where they are others than the record tells of, and nothing is made', async () => {
    carry('from elsewhere');
    const { code, stderr } = await to.run('state', 'import', 'run/state.json', '--artifacts', 'run/files');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/a\.txt is not what the record tells of: it has been changed/),
    ]);
    expect(existsSync(join(to.path, 'out'))).toBe(false);
    expect((await to.run('status')).stdout).not.toContain('writing');
  });

  it('cannot lie outside of the folder', async () => {
    to.write('run/state.json', from.read('run/state.json').replaceAll('out/a.txt', '../../../secret.txt'));
    to.write('secret.txt', 'x');
    const { code, stderr } = await to.run('state', 'import', 'run/state.json', '--artifacts', 'run/files');
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not the path of a file of a run')]);
  });
});
