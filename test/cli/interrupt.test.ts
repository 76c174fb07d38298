import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../skills/command/is-alive.ts';
import type { Document, Project, StateJson } from './command-line.ts';
import { project } from './command-line.ts';

const workflow = `workflow: {name: cancel, description: case, version: 1.0.0}
steps:
  - {id: a, name: a, command: /a}
  - {id: b, name: b, command: /sleep, depends_on: [a]}
  - {id: b2, name: b2, command: /sleep, depends_on: [a]}
  - {id: c, name: c, command: /c, depends_on: [b]}
`;

const skills = {
  'skills/a/index.js': 'export default () => {};\n',
  'skills/c/index.js': 'export default () => {};\n',
  // Heeds its signal, and is quick in the second run.
  'skills/sleep/index.js': `import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
export default async ({ node, signal }) => {
  const mark = new URL(\`../../mark-\${node}\`, import.meta.url);
  if (existsSync(mark)) return;
  writeFileSync(mark, '');
  process.stderr.write(\`asleep in \${node}.\`);
  await wait(20_000, undefined, { signal });
};
`,
};

describe('a run that is interrupted', () => {
  let place: Project;

  beforeEach(async () => {
    place = await project({ 'workflow.yaml': workflow, ...skills });
  });

  afterEach(() => place.remove());

  const state = () => JSON.parse(place.read('.workflow/state.json')) as StateJson;

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s saves its state and goes on later', async (signal) => {
    const command = place.spawn('run', '--json');
    await Promise.all([command.says('asleep in b.'), command.says('asleep in b2.')]);
    const since = Date.now();
    command.child.kill(signal);
    const { code, stdout, stderr } = await command.ended;
    expect(Date.now() - since).toBeLessThan(3000);
    expect([code, stderr.includes('    at ')]).toEqual([130, false]);
    const result = JSON.parse(stdout) as Document;
    expect(result.status).toBe('cancelled');
    expect(result.state).toEqual(state());
    for (const id of ['b', 'b2']) expect(state().nodes[id]).toMatchObject({ status: 'pending', note: 'cancelled' });
    expect([state().nodes['b']!.attempt, state().nodes['a']!.status, state().nodes['c']!.status]).toEqual([
      undefined,
      'passed',
      'pending',
    ]);
    expect([state().result, state().current]).toEqual(['cancelled', ['b', 'b2']]);

    const resumed = await place.json('resume');
    expect([resumed.code, resumed.document.status, resumed.document.runs]).toEqual([
      0,
      'completed',
      { a: 1, b: 2, b2: 2, c: 1 },
    ]);
  });

  it('by a second signal ends at once, with a state that is whole', async () => {
    place.write('skills/sleep/index.js', 'export default () => {};\n');
    // This one heeds no signal, and keeps the process from ending by itself.
    place.write(
      'skills/a/index.js',
      `import { setTimeout as wait } from 'node:timers/promises';
export default async () => {
  await wait(300);
  process.stderr.write('deaf');
  for (const end = Date.now() + 600; Date.now() < end; );
};
`,
    );
    const command = place.spawn('run');
    await command.says('deaf');
    command.child.kill('SIGINT');
    command.child.kill('SIGTERM');
    const { code } = await command.ended;
    expect(code).toBe(130);
    expect(state().workflow).toBe('cancel');
    expect((await place.json('resume')).document.runs.a).toBe(2);
  });

  it('by a second signal leaves no process and no folder behind', async () => {
    place.write(
      'deaf.yaml',
      'workflow: {name: deaf, version: 1.0.0}\nsteps:\n  - {id: code, command: /code}\n  - {id: program, command: /program}\n',
    );
    // Both start something that heeds no signal, and tell its pid.
    const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
    const told = (name: string): string => join(place.path, name);
    place.write(
      'skills/code/index.js',
      `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
export default async () => {
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}], { stdio: 'ignore' });
  writeFileSync(${JSON.stringify(told('code.json'))}, JSON.stringify([child.pid, null]));
  await new Promise(() => setInterval(() => {}, 1000));
};
`,
    );
    const body = `${deaf} fs.writeFileSync(${JSON.stringify(told('program.json'))}, JSON.stringify([process.pid, process.cwd()]))`;
    place.write('skills/program/skill.yaml', JSON.stringify({ kind: 'command', command: ['node', '-e', body] }));
    const command = place.spawn('run', 'deaf.yaml');
    const pidOf = async (name: string): Promise<[number, string | null]> => {
      while (!existsSync(told(name)) || place.read(name) === '') await wait(20);
      return JSON.parse(place.read(name)) as [number, string | null];
    };
    const [[child], [program, folder]] = await Promise.all([pidOf('code.json'), pidOf('program.json')]);
    command.child.kill('SIGINT');
    await command.says('once more ends at once');
    command.child.kill('SIGINT');
    expect((await command.ended).code).toBe(130);
    for (let tries = 0; tries < 100 && (isAlive(child) || isAlive(program)); tries++) await wait(50);
    expect([isAlive(child), isAlive(program), existsSync(dirname(folder!))]).toEqual([false, false, false]);
  });

  it('by SIGKILL is said to have been interrupted, and goes on', async () => {
    const command = place.spawn('run');
    await Promise.all([command.says('asleep in b.'), command.says('asleep in b2.')]);
    await wait(200);
    const running = await place.json('status');
    expect(running.document.status).toBe('running');
    expect((await place.json('resume')).document.error).toContain(
      `is being worked on by process ${command.child.pid}, since `,
    );
    command.child.kill('SIGKILL');
    await command.ended;
    expect(state().nodes['b']!.status).toBe('running');
    const { document } = await place.json('status');
    expect([document.status, document.nodes['b2']!.status]).toEqual(['interrupted', 'running']);
    expect((await place.run('status')).stdout).toContain('INTERRUPTED');
    const resumed = await place.json('resume');
    expect([resumed.code, resumed.document.runs]).toEqual([0, { a: 1, b: 2, b2: 2, c: 1 }]);
  });

  it('as it begins or as it ends says so without a fault of the program', async () => {
    const first = place.spawn('run', '--mock', '--fresh');
    await first.says('Workflow:');
    first.child.kill('SIGINT');
    const begun = await first.ended;
    expect([0, 130]).toContain(begun.code);
    expect(begun.stderr).not.toContain('    at ');
    const last = place.spawn('run', '--mock', '--fresh');
    await last.says('Result:');
    last.child.kill('SIGINT');
    const ended = await last.ended;
    expect([ended.code, ended.stderr.includes('    at ')]).toEqual([0, false]);
  });
});

describe('a run that two processes want to work on', () => {
  it('is worked on by one of them', async () => {
    const place = await project({
      'workflow.yaml': `workflow: {name: twice, description: case, version: 1.0.0}
steps:
  - {id: a, name: a, command: /a}
  - {id: pay, name: pay, command: /pay, depends_on: [a]}
`,
      'script.yaml': 'pay: [{error: declined}, {seconds: 1}]\n',
    });
    try {
      for (const verb of ['resume', 'run']) {
        const first = await place.json('run', '--mock', 'script.yaml', '--fresh');
        expect(first.code).toBe(1);
        const both = ['1', '2'].map(() => place.spawn(verb, '--mock', 'script.yaml', '--json'));
        const answers = await Promise.all(both.map(({ ended }) => ended));
        const winner = answers.findIndex(({ code }) => code === 0);
        expect(answers.map(({ code }) => code).sort()).toEqual([0, 2]);
        const won = JSON.parse(answers[winner]!.stdout) as Document;
        expect([won.run, won.runs]).toEqual([first.document.run, { a: 1, pay: 2 }]);
        const { error } = JSON.parse(answers[1 - winner]!.stdout) as Document;
        expect(error).toContain(`the run ${won.run} is being worked on by process ${both[winner]!.child.pid}`);
        expect(place.read('.workflow/state.json')).not.toContain(String(both[winner]!.child.pid));
      }
    } finally {
      await place.remove();
    }
  }, 20_000);
});
