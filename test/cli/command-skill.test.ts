import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../skills/command/is-alive.ts';
import type { Project, StateJson } from './command-line.ts';
import { project } from './command-line.ts';

/** A program that writes its process id and that of a child, and then ends neither by itself nor at a request. */
const deaf = `
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
process.on('SIGTERM', () => {});
appendFileSync(process.argv[2], \`\${process.pid}\\n\`);
if (process.argv[3] !== 'child') spawn(process.execPath, [process.argv[1], process.argv[2], 'child'], { stdio: 'ignore' });
setInterval(() => {}, 1000);
`;

const passes = 'kind: command\ncommand: ["true"]\n';

let place: Project;
afterEach(() => place.remove());

const state = () => JSON.parse(place.read('.workflow/state.json')) as StateJson;
const pids = () => {
  try {
    return place.read('pids').trim().split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

async function start(workflow: string, skills: Readonly<Record<string, string>>): Promise<void> {
  const files = Object.entries(skills).map(([name, manifest]) => [`skills/${name}/skill.yaml`, manifest] as const);
  place = await project({ 'workflow.yaml': workflow, 'deaf.mjs': deaf, ...Object.fromEntries(files) });
}

const never = () => `kind: command\ncommand: [node, '${place.path}/deaf.mjs', '${place.path}/pids']\n`;

describe('a step that is a program', () => {
  it('is ended with its children at its limit, and the run goes on', async () => {
    await start(
      `workflow: {name: timeouts, description: case, version: 1.0.0}
defaults: {timeout_seconds: 20, stop_on_error: false}
steps:
  - {id: slow, name: slow, command: /slow, timeout_seconds: 1}
  - {id: after, name: after, command: /own, depends_on: [slow]}
  - {id: own, name: own, command: /own}
`,
      { own: passes },
    );
    place.write('skills/slow/skill.yaml', never());
    const { code, stdout } = await place.spawn('run', '--json').ended;
    expect([code, (JSON.parse(stdout) as { status: string }).status]).toEqual([1, 'partial']);
    const { slow, after, own } = state().nodes;
    expect([slow!.status, slow!.note, after!.status, after!.note, own!.status]).toEqual([
      ...['failed', 'timed out after 1s'],
      ...['skipped', 'upstream_dependency_failed', 'passed'],
    ]);
    expect(pids().length).toBeGreaterThan(0);
    expect(pids().filter(isAlive)).toEqual([]);
  });

  it('is ended with its children when the run is interrupted, and runs again later', async () => {
    await start(
      `workflow: {name: cancel, description: case, version: 1.0.0}
steps:
  - {id: a, name: a, command: /a}
  - {id: b, name: b, command: /sleep, depends_on: [a]}
  - {id: c, name: c, command: /a, depends_on: [b]}
`,
      { a: passes },
    );
    place.write('skills/sleep/skill.yaml', never());
    const command = place.spawn('run', '--json');
    while (pids().length < 2) await wait(20);
    command.child.kill('SIGINT');
    const { code, stderr } = await command.ended;
    expect([code, stderr.includes('    at ')]).toEqual([130, false]);
    expect(state().nodes['b']).toMatchObject({ status: 'pending', note: 'cancelled' });
    expect([state().nodes['a']!.status, state().nodes['c']!.status, state().result]).toEqual([
      'passed',
      'pending',
      'cancelled',
    ]);
    expect(pids().filter(isAlive)).toEqual([]);

    place.write('skills/sleep/skill.yaml', passes);
    const { document } = await place.json('resume');
    expect([document.status, document.runs]).toEqual(['completed', { a: 1, b: 2, c: 1 }]);
  });

  it('leaves nothing behind when a second signal ends the run at once', async () => {
    await start(
      'workflow: {name: twice, description: case, version: 1.0.0}\nsteps: [{id: b, name: b, command: /sleep}]\n',
      {},
    );
    place.write('skills/sleep/skill.yaml', never());
    const command = place.spawn('run');
    while (pids().length < 2) await wait(20);
    command.child.kill('SIGINT');
    await wait(200);
    command.child.kill('SIGINT');
    await command.ended;
    expect(state().nodes['b']!.status).toMatch(/^(running|pending)$/);
    for (let tries = 0; pids().some(isAlive) && tries < 100; tries++) await wait(50);
    expect(pids().filter(isAlive)).toEqual([]);
  });

  it('gets a secret by reference, which then stands nowhere', async () => {
    await start(
      `workflow: {name: secrets, description: case, version: 1.0.0}
steps:
  - {id: login, name: login, command: /login, output_as: said}
  - {id: fail, name: fail, command: /fail, continue_on_error: true, depends_on: [login]}
`,
      {
        login: `kind: command\nsecrets: { TOKEN: crm/api-key }\ncommand: [node, -e, 'console.log("I know", process.env.TOKEN.length, process.env.TOKEN)']\n`,
        fail: `kind: command\nsecrets: { TOKEN: crm/api-key }\ncommand: [node, -e, 'console.error(process.env.TOKEN); process.exit(1)']\n`,
      },
    );
    place.write('stepwright.yaml', 'secrets: { file: .env }\n');
    place.write('.env', 'CRM_API_KEY="line1-aaa\nline2-bbb"\n');
    const { document, code } = await place.json('run');
    expect([code, document.status, document.state.context['said']]).toEqual([
      0,
      'partial',
      'I know 19 [secret crm/api-key]',
    ]);
    expect(document.state.nodes['fail']!.note).toBe('the program ended with code 1: [secret crm/api-key]');
    const records = ['journal.jsonl', 'run.log', 'state.json'].map((file) =>
      place.read(`.workflow/runs/${document.run}/${file}`),
    );
    for (const text of [...records, (await place.run('compile')).stdout])
      expect(text).not.toMatch(/line1-aaa|line2-bbb/);
  });

  it('names the secret that there is not', async () => {
    await start('workflow: {name: none, description: case, version: 1.0.0}\nsteps: [{id: a, name: a, command: /a}]\n', {
      a: 'kind: command\nsecrets: { TOKEN: no/such }\ncommand: [env]\n',
    });
    const { document } = await place.json('run');
    expect(document.state.nodes['a']!.note).toBe(
      'there is no secret no/such: no environment variable no/such or NO_SUCH is set',
    );
  });
});
