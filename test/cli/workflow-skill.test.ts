import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { childRun } from '../../lib/skills/workflow/child-run.ts';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const parent = `name: parent
version: 1.0.0
nodes:
  - {id: report, skill: make-report, role: executor, with: {topic: rain}, retry: {max: 0}, outputs: [artifacts/report.md]}
  - {id: end, skill: engineering-closeout, role: closeout, inputs: [artifacts/report.md]}
edges: [{from: report, to: end}]
final: end
`;

const child = `name: reporting
version: 1.0.0
nodes:
  - {id: write, skill: write, role: executor, retry: {max: 0}, outputs: [artifacts/report.md, artifacts/notes.md]}
  - {id: end, skill: engineering-closeout, role: closeout}
edges: [{from: write, to: end}]
final: end
`;

const write = `import { appendFileSync } from 'node:fs';
export default ({ context, run }) => {
  appendFileSync('COUNTS', run + '\\n');
  return { artifacts: { 'artifacts/report.md': 'about ' + context.topic, 'artifacts/notes.md': 'n' } };
};
`;

let place: Project;
afterEach(() => place.remove());

async function files(more: Readonly<Record<string, string>> = {}): Promise<void> {
  place = await project({
    'workflow.yaml': parent,
    'workflows/reporting.yaml': child,
    'skills/make-report/skill.yaml': 'kind: workflow\nworkflow: Reporting\n',
    ...more,
  });
  const counted = (more['workflows/skills/write/index.mjs'] ?? write).replaceAll('COUNTS', join(place.path, 'counts'));
  place.write('workflows/skills/write/index.mjs', counted);
}

const runs = () => readdirSync(join(place.path, '.workflow/runs')).sort();
const executions = () => (existsSync(join(place.path, 'counts')) ? place.read('counts').trim().split('\n') : []);

describe('a workflow skill', () => {
  it('runs another workflow with a record of its own, and hands over its outputs', async () => {
    await files();
    const { code, document } = await place.json('run');
    const started = childRun(document.run, 'report', 1);
    expect([code, document.state.nodes['report']]).toEqual([
      0,
      expect.objectContaining({
        status: 'passed',
        artifacts: ['artifacts/report.md'],
        note: `the run ${started} is completed`,
      }),
    ]);
    expect(place.read(`.workflow/runs/${document.run}/artifacts/report/1/artifacts/report.md`)).toBe('about rain');
    expect(runs()).toEqual([document.run, started].sort());
    const { document: status } = await place.json('status', '--run', started);
    expect(status).toMatchObject({ workflow: 'reporting', result: 'completed' });
    expect(place.read(`.workflow/runs/${started}/journal.jsonl`)).toContain('"trigger":"workflow"');
    // What is shown as the latest is the run that a person has started.
    expect(JSON.parse(place.read('.workflow/state.json'))).toMatchObject({ workflow: 'parent' });
    expect((await place.json('status')).document.workflow).toBe('parent');
  });

  it('fails where the other one fails, names its run, and leaves no output; a resume goes on with that run', async () => {
    await files({ 'workflows/skills/write/index.mjs': `export default () => { throw new Error('no ink'); };` });
    const { code, document } = await place.json('run');
    const started = childRun(document.run, 'report', 1);
    expect([code, document.state.nodes['report']]).toEqual([
      1,
      expect.objectContaining({
        status: 'blocked',
        artifacts: [],
        note: expect.stringContaining(
          `blocked after 1 attempt: the run ${started} has failed: write is blocked: blocked after 1 attempt: no ink`,
        ),
      }),
    ]);
    expect(existsSync(join(place.path, 'artifacts/report.md'))).toBe(false);
    place.write('workflows/skills/write/index.mjs', write.replaceAll('COUNTS', join(place.path, 'counts')));
    // The module of a skill is loaded once in a process.
    const resumed = await place.spawn('resume', '--json').ended;
    expect(resumed.code).toBe(0);
    expect(runs()).toEqual([document.run, started].sort());
    expect(executions()).toEqual([started]);
  });

  it('starts nothing twice when it is interrupted', async () => {
    const slow = write.replace(
      'return {',
      `if (process.env.SLOW) return new Promise(() => setInterval(() => {}, 1000));\n  return {`,
    );
    await files({ 'workflows/skills/write/index.mjs': slow });
    process.env['SLOW'] = 'yes';
    const running = place.spawn('run', '--json');
    delete process.env['SLOW'];
    for (let tries = 0; executions().length === 0 && tries < 600; tries++)
      await new Promise((done) => setTimeout(done, 50));
    running.child.kill('SIGKILL');
    await running.ended;
    const { code, document } = await place.json('run');
    const started = childRun(document.run, 'report', 1);
    expect([code, runs()]).toEqual([0, [document.run, started].sort()]);
    expect(executions()).toEqual([started, started]);
  });

  it('is cancelled with its run', async () => {
    await files({
      'workflows/skills/write/index.mjs': `import { appendFileSync } from 'node:fs';
export default ({ run, signal }) => { appendFileSync('COUNTS', run + '\\n'); return new Promise((_, no) => signal.addEventListener('abort', () => no(signal.reason))); };`,
    });
    const running = place.spawn('run', '--json');
    for (let tries = 0; executions().length === 0 && tries < 600; tries++)
      await new Promise((done) => setTimeout(done, 50));
    running.child.kill('SIGINT');
    await running.ended;
    const [started] = executions();
    const { document } = await place.json('status', '--run', started!);
    expect([document.result, document.nodes['write']!.status]).toEqual(['cancelled', 'pending']);
    expect((await place.json('status')).document.result).toBe('cancelled');
  });

  it('waits while a person is asked in the other one, and goes on after the answer', async () => {
    await files({
      'workflows/reporting.yaml': child.replace('retry: {max: 0}', 'human: true, description: What is new?'),
    });
    const { code, document } = await place.json('run');
    const started = childRun(document.run, 'report', 1);
    expect([code, document.state.nodes['report']]).toEqual([
      3,
      expect.objectContaining({
        status: 'running',
        note: `waiting for a person: the run ${started} waits for a person: write asks: What is new?`,
      }),
    ]);
    expect((await place.run('resume')).stdout).toContain(
      `\nAnswer it there (stepwright status --run ${started}), and go on with: stepwright resume\n`,
    );
    expect((await place.run('status', '--run', started)).stdout).toContain('Waiting for a person: write: What is new?');
    const refused = await place.run('approve', 'report', '--text', 'nothing');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('report waits behind another run')]);
    expect((await place.run('approve', 'write', '--run', started, '--text', 'much')).code).toBe(0);
    const resumed = await place.json('resume');
    expect([resumed.code, resumed.document.run]).toEqual([0, document.run]);
    expect(resumed.document.state.nodes['report']).toMatchObject({ status: 'passed', attempt: 1 });
    expect(place.read('artifacts/report.md')).toBe('much\n');
  });

  it.each([
    [
      'there is no such workflow',
      'kind: workflow\nworkflow: nowhere\n',
      'there is no workflow nowhere; workflows/ has reporting',
    ],
    [
      'it starts itself',
      'kind: workflow\nworkflow: workflow.yaml\n',
      'workflows start each other in a circle: workflow.yaml → workflow.yaml',
    ],
  ])('fails where %s', async (_, manifest, evidence) => {
    await files({ 'skills/make-report/skill.yaml': manifest });
    const { code, document } = await place.json('run');
    expect([code, document.state.nodes['report']!.note]).toEqual([1, `blocked after 1 attempt: ${evidence}`]);
    expect(runs()).toHaveLength(1);
  });

  it('fails where workflows start each other, and names them all', async () => {
    await files({ 'workflows/skills/write/skill.yaml': 'kind: workflow\nworkflow: workflow.yaml\n' });
    const { document } = await place.json('run');
    expect(document.state.nodes['report']!.note).toContain(
      'workflows start each other in a circle: workflow.yaml → workflows/reporting.yaml → workflow.yaml',
    );
  });

  it('fails where the input is not what the other one declares, or it does not compile', async () => {
    await files({ 'workflows/reporting.yaml': `${child}inputs: {place: {required: true}}\n` });
    const { document } = await place.json('run');
    expect(document.state.nodes['report']!.note).toContain('the input place is missing');
    await place.remove();
    await files({ 'workflows/reporting.yaml': child.replace('final: end', 'final: nothing') });
    const broken = await place.json('run');
    expect(broken.document.state.nodes['report']!.note).toMatch(
      /the workflow Reporting cannot be run: workflows\/reporting.yaml:\d+: /,
    );
  });
});
