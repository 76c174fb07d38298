import { endSpareWorker } from '../../lib/skills/code/workers.ts';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const chain = `name: chain
version: 1.0.0
nodes:
  - { id: A, skill: a, role: intake }
  - { id: B, skill: b, role: executor }
  - { id: C, skill: c, role: closeout }
edges: [{ from: A, to: B }, { from: B, to: C }]
final: C
`;

interface Logged {
  readonly run: string;
  readonly lines: readonly { readonly time: string; readonly message: string; readonly node?: string }[];
}

let place: Project;
afterEach(() => place.remove());

async function logged(...argv: string[]): Promise<Logged> {
  const { code, stdout } = await place.run('logs', ...argv, '--json');
  expect(code).toBe(0);
  return JSON.parse(stdout) as Logged;
}

describe('stepwright logs', () => {
  it('shows what was logged in a run, of one node, and since a time', async () => {
    place = await project({ 'workflow.yaml': chain, 'script.yaml': 'B: { error: "boom \\e[31m" }\n' });
    const first = (await place.json('run', '--mock')).document.run;
    const second = (await place.json('run', '--mock', 'script.yaml', '--fresh')).document.run;
    const latest = await logged();
    expect(latest.run).toBe(second);
    expect(latest.lines.map(({ node, message }) => [node, message])).toEqual([
      [undefined, 'the run goes on'],
      ['A', 'node started'],
      ['A', 'node passed'],
      ['B', 'node started'],
      ['B', 'node failed'],
      ['B', 'node started'],
      ['B', 'node failed'],
      [undefined, 'the run is failed'],
    ]);
    expect((await logged('--run', first)).lines).toHaveLength(8);
    expect((await logged('--run', 'latest', '--node', 'A')).lines).toHaveLength(2);
    expect((await logged('--since', '1h')).lines).toHaveLength(8);
    expect((await logged('--since', '2099-01-01T00:00:00Z')).lines).toEqual([]);
    const { code, stdout } = await place.run('logs', '--run', '../x', '--node', 'B');
    expect(code).toBe(2);
    const text = await place.run('logs', '--node', 'B');
    expect(text.stdout).toMatch(/^\S+Z info {2}B: node started \(attempt=1, round=1\)$/m);
    expect(text.stdout).toMatch(/^\S+Z warn {2}B: node failed \(seconds=\S+, again=true, explained=false\)$/m);
    expect(stdout).toBe('');
  });

  it('says by itself when, how serious and about which node a line is, whatever a skill says', async () => {
    place = await project({
      'workflow.yaml': 'workflow: {name: w, version: 1.0.0}\nsteps: [{id: a, command: /a}]\n',
      'lib/a/index.mjs':
        "export default ({ log }) => { log.warn('said', { time: 'x', level: 'x', message: 'x', node: 'x', more: 1, tricky: 'boom \\u001b[31m' }); };\n",
    });
    expect((await place.json('run', '--skills-dir', 'lib')).code).toBe(0);
    const [said] = (await logged('--node', 'a')).lines.filter(({ message }) => message === 'said');
    expect(said).toEqual({
      time: expect.stringMatching(/Z$/),
      level: 'warn',
      message: 'said',
      node: 'a',
      more: 1,
      tricky: 'boom \u001b[31m',
    });
    // What could play tricks with a terminal is shown, not done.
    const text = await place.run('logs', '--node', 'a');
    expect(text.stdout).toMatch(/^\S+Z warn {2}a: said \(more=1, tricky=boom /m);
    expect(text.stdout).not.toContain('\u001b');
    await endSpareWorker();
  });

  it('holds no values of the input, though a skill tells them when it fails', async () => {
    place = await project({
      'workflow.yaml': `workflow: {name: w, version: 1.0.0}
steps:
  - {id: login, command: /login, args: {token: '{{context.api_token}}'}}
  - {id: fail, command: /fail, depends_on: [login], continue_on_error: true, args: {token: '{{context.api_token}}'}}
`,
      'lib/login/index.mjs': 'export default () => {};\n',
      'lib/fail/index.mjs':
        "export default ({ args }) => ({ status: 'failed', note: `cannot use ${JSON.stringify(args)}` });\n",
    });
    const input = JSON.stringify({ api_token: 'first-line\nsecond-line' });
    const { code, document } = await place.json('run', '--skills-dir', 'lib', '--input', input);
    expect(code).toBe(0);
    // The record holds what the skill has told, since people have to repair it.
    expect(document.state.nodes['fail']!.note).toBe('cannot use {"token":"first-line\\nsecond-line"}');
    const log = place.read(`.workflow/runs/${document.run}/run.log`) + (await place.run('logs')).stdout;
    expect(log).toContain('"args":["token"]');
    expect(log).toContain('fail: node failed');
    expect(log).not.toMatch(/first-line|second-line/);
    await endSpareWorker();
  });

  it('refuses what it cannot make out', async () => {
    place = await project({ 'workflow.yaml': chain });
    expect((await place.run('logs')).stderr).toBe('error there is no run here yet\n');
    const wrong = await place.run('logs', '--since', 'yesterday');
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      'error --since yesterday: give a span such as 30m, 1h or 2d, or a time such as 2026-01-31T09:30:00Z\n',
    ]);
    await place.run('run', '--mock');
    expect(await place.run('logs', '--run', 'other')).toMatchObject({
      code: 2,
      stderr: 'error there is no run "other" here\n',
    });
  });

  it('follows a run that another process works on, until it has ended', async () => {
    place = await project({ 'workflow.yaml': chain, 'script.yaml': 'B: { seconds: 1 }\n' });
    const running = place.spawn('run', '--mock', 'script.yaml');
    await running.says('Running: B');
    const [followed, whole] = await Promise.all([place.run('logs', '--follow'), running.ended]);
    expect([followed.code, whole.code]).toEqual([0, 0]);
    expect(followed.stdout).toMatch(/B: node passed/);
    expect(followed.stdout.trimEnd().split('\n').at(-1)).toMatch(/the run is completed/);
    // A line of JSON each: nobody knows of the end before it comes.
    const lines = (await place.run('logs', '--follow', '--json')).stdout.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toContain('the run is completed');
  });

  it('ends with Ctrl-C', async () => {
    place = await project({ 'workflow.yaml': chain, 'script.yaml': 'B: { seconds: 30 }\n' });
    const running = place.spawn('run', '--mock', 'script.yaml');
    await running.says('Running: B');
    const following = place.spawn('logs', '--follow');
    await following.says('A: node passed');
    following.child.kill('SIGINT');
    expect((await following.ended).code).toBe(130);
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
  });
});

describe('stepwright runs', () => {
  it('shows the history, the newest first', async () => {
    place = await project({ 'workflow.yaml': chain, 'script.yaml': 'B: { error: boom }\n' });
    const passed = (await place.json('run', '--mock')).document.run;
    const failed = (await place.json('run', '--mock', 'script.yaml', '--fresh')).document.run;
    const ids = async (...argv: string[]) => {
      const { document } = await place.json('runs', ...argv);
      return (document.runs as unknown as { run: string }[]).map(({ run }) => run);
    };
    expect(await ids()).toEqual([failed, passed]);
    expect(await ids('--last', '1')).toEqual([failed]);
    expect(await ids('--status', 'completed')).toEqual([passed]);
    expect(await ids('other')).toEqual([]);
    const { stdout } = await place.run('runs');
    expect(stdout.split('\n').map((line) => line.split(/ +/).slice(0, 2))).toEqual([
      [failed, 'failed'],
      [passed, 'completed'],
      [''],
    ]);
  });
});

describe('--run latest', () => {
  it('is the latest run, also where an earlier one is unfinished', async () => {
    place = await project({ 'workflow.yaml': chain, 'script.yaml': 'B: [{ error: boom }, { error: boom }, {}]\n' });
    const failed = (await place.json('run', '--mock', 'script.yaml')).document.run;
    const passed = (await place.json('run', '--mock', '--fresh')).document.run;
    const nothing = await place.json('resume', '--run', 'latest');
    expect([nothing.document.run, nothing.document.status]).toEqual([passed, 'completed']);
    const resumed = await place.json('resume');
    expect([resumed.document.run, resumed.document.status]).toEqual([failed, 'completed']);
  });
});
