import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ManifestOf } from '../../../lib/skills/manifest/schema.ts';
import { executeCommand } from '../../../lib/skills/command/execute.ts';
import { leftWorkDone } from '../../../lib/skills/left-work.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import type { TemporaryFolder } from '../../store/temporary-folder.ts';
import type { FakeContext } from './fake-context.ts';
import { fakeContext } from './fake-context.ts';
import { isAlive } from './is-alive.ts';

let project: TemporaryFolder;
beforeEach(async () => {
  project = await temporaryFolder();
});
afterEach(() => project.remove());

type Parts = Omit<ManifestOf<'command'>, 'kind' | 'command'> & { readonly folder?: string };

function execute(command: readonly string[], context: FakeContext, { folder, ...manifest }: Parts = {}) {
  const skill = {
    ...({ kind: 'command', name: 'tool', file: 'skill.yaml', root: project.path } as const),
    manifest: { kind: 'command' as const, command: [...command], ...manifest },
    ...(folder !== undefined && { folder }),
  };
  return executeCommand(skill, context, {
    projectDir: project.path,
    secret: (name) => Promise.resolve({ token: 's3cr3t-value', two: 'line1-aaa\nline2-bbb' }[name]!),
  });
}

/** The words of a program of Node: its text, then its arguments. */
function node(text: string, ...args: string[]): string[] {
  return [process.execPath, '-e', text, ...args];
}

describe('a command skill', () => {
  it('hands on its words as they are, one argument each, with no shell', async () => {
    const context = fakeContext({ args: { name: '$(id) ; "a b" *', n: 3 }, context: { who: 'x y' }, input: { a: 1 } });
    const words = ['{{args.name}}', 'n={{args.n}}', '{{context.who}}/{{ input }}', '{{{args.n}}}', '$HOME'];
    const print = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const { output } = (await execute(node(print, ...words), context)) as { output: string };
    expect(JSON.parse(output)).toEqual(['$(id) ; "a b" *', 'n=3', 'x y/{"a":1}', '{3}', '$HOME']);
  });

  it('says which argument is missing, and lets none choose the program', async () => {
    await expect(execute(['echo', '{{args.none}}'], fakeContext())).rejects.toThrow(
      'the skill needs the argument none',
    );
    await expect(execute(['{{args.tool}}'], fakeContext({ args: { tool: 'id' } }))).rejects.toThrow('not in arguments');
    await expect(execute(['echo', '{{args.a}}'], fakeContext({ args: { a: 'x\0y' } }))).rejects.toThrow('a zero byte');
  });

  it('gives what it prints, trimmed, and nothing to read', async () => {
    const text = "process.stdin.on('data', () => {}).on('end', () => console.log('  done \\n'))";
    expect(await execute(node(text), fakeContext())).toEqual({ output: 'done' });
  });

  it('starts in an empty folder, with few variables', async () => {
    process.env['UNRELATED_SECRET'] = 'zzz-env';
    const text = 'console.log(JSON.stringify([fs.readdirSync("."), process.env]))';
    const context = fakeContext({ args: { level: 'high' }, absent: ['artifacts/r.md', 'artifacts/s.md'] });
    const result = await execute(node(text), context, {
      env: { LEVEL: 'is {{args.level}}' },
      secrets: { API: 'token' },
    });
    const [files, env] = JSON.parse((result as { output: string }).output) as [string[], Record<string, string>];
    expect(files).toEqual([]);
    expect(env).toMatchObject({
      LEVEL: 'is high',
      API: '[secret token]',
      STEPWRIGHT_NODE: 'work',
      STEPWRIGHT_RUN: 'r1',
      STEPWRIGHT_ABSENT: 'artifacts/r.md\nartifacts/s.md',
    });
    expect(env['PATH']).toBe(process.env['PATH']);
    expect(JSON.stringify(env)).not.toContain('zzz-env');
    delete process.env['UNRELATED_SECRET'];
  });

  it('fails with what it says last on stderr, and with no secret in that', async () => {
    const text = 'console.error(process.env.API); console.error("no such table"); process.exit(3)';
    expect(await execute(node(text), fakeContext(), { secrets: { API: 'two' } })).toEqual({
      status: 'failed',
      note: 'the program ended with code 3: [secret two]\nno such table',
    });
  });

  it('throws when it cannot be started, or is ended from outside', async () => {
    await expect(execute(['/nowhere/tool'], fakeContext())).rejects.toThrow(
      '/nowhere/tool cannot be started: there is no such program',
    );
    await expect(execute(node('process.kill(process.pid, "SIGKILL")'), fakeContext())).rejects.toThrow(
      'ended by SIGKILL',
    );
  });

  it('fails where it has deleted the folder of its outputs', async () => {
    const text = 'fs.rmSync(process.env.STEPWRIGHT_OUTPUTS, { recursive: true })';
    await expect(execute(node(text), fakeContext())).rejects.toThrow(
      'the program has deleted the folder of its outputs',
    );
  });

  it('reads inputs, writes outputs, and says how it ended', async () => {
    const text = `
      const { STEPWRIGHT_INPUTS: from, STEPWRIGHT_OUTPUTS: to, STEPWRIGHT_OUTCOME: outcome } = process.env;
      fs.writeFileSync(to + '/deep/b.md', fs.readFileSync(from + '/docs/a.md', 'utf8').toUpperCase());
      fs.writeFileSync(to + '/all/one.txt', '1');
      fs.writeFileSync(outcome, JSON.stringify({ status: 'passed', label: 'go', note: 'fine', output: 'told' }));
      console.log('printed');
    `;
    const context = fakeContext({ inputs: { 'docs/a.md': 'hello' }, outputs: ['deep/b.md', 'all/'] });
    expect(await execute(node(text), context)).toEqual({ status: 'passed', label: 'go', note: 'fine', output: 'told' });
    expect(Object.fromEntries(context.written)).toEqual({ 'deep/b.md': 'HELLO', 'all/one.txt': '1' });
  });

  it.each([
    ['not json', 'the outcome file is no JSON'],
    ['[]', 'the outcome file is no JSON object'],
    ['{"status": "ok"}', "the outcome file has a status that is neither 'passed' nor 'failed'"],
    ['{"lable": "go"}', "the outcome file has the field 'lable', which no outcome has"],
    ['{"note": 3}', 'the outcome file has a note that is no text'],
  ])('fails where the outcome file is %s', async (text, evidence) => {
    const program = node('fs.writeFileSync(process.env.STEPWRIGHT_OUTCOME, process.argv[1])', text);
    await expect(execute(program, fakeContext())).rejects.toThrow(evidence);
  });

  it('has failed where its outcome says so, whatever its code, and where its code does, whatever it says', async () => {
    const says = (outcome: object, code: number) =>
      node(
        `fs.writeFileSync(process.env.STEPWRIGHT_OUTCOME, ${JSON.stringify(JSON.stringify(outcome))}); console.error("late"); process.exit(${code})`,
      );
    const context = fakeContext();
    expect(await execute(says({ status: 'failed', note: 'no' }, 0), context)).toEqual({ status: 'failed', note: 'no' });
    expect(await execute(says({ status: 'passed', note: 'yes' }, 2), context)).toEqual({
      status: 'failed',
      note: 'the program ended with code 2: yes\nlate',
    });
    expect(context.written.size).toBe(0);
  });

  it('takes no link for an output', async () => {
    const text = 'fs.symlinkSync("/etc/passwd", process.env.STEPWRIGHT_OUTPUTS + "/x")';
    await expect(execute(node(text), fakeContext({ outputs: ['x'] }))).rejects.toThrow(
      'the output x is no file of its own',
    );
  });

  it('finds the files of its own folder, and cannot change those of the project by it', async () => {
    const folder = join(project.path, 'skills/tool');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'run.sh'), '#!/bin/sh\necho "from $1"\n');
    await chmod(join(folder, 'run.sh'), 0o755);
    expect(await execute(['{skill}/run.sh', '{{args.a}}'], fakeContext({ args: { a: 'here' } }), { folder })).toEqual({
      output: 'from here',
    });
  });

  it('leaves no process behind: none that it has started, and none that does not want to end', async () => {
    const child = `require("child_process").spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)"], { stdio: ["ignore", 1, 2] })`;
    const started = performance.now();
    const { output } = (await execute(node(`${child}; setTimeout(() => process.exit(0), 1500)`), fakeContext())) as {
      output: string;
    };
    expect(isAlive(Number(output))).toBe(false);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('is ended with all its children when its time is over', async () => {
    const deaf = "process.on('SIGTERM', () => {}); console.error(process.pid); setInterval(() => {}, 1000)";
    const text = `const { spawn } = require('child_process'); spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}], { stdio: 'inherit' }); fs.writeFileSync(${JSON.stringify(join(project.path, 'pid'))}, String(process.pid)); ${deaf}`;
    const context = fakeContext();
    const executed = execute(node(text), context);
    executed.catch(() => undefined);
    let pid = '';
    while (pid === '') {
      await wait(20);
      pid = await readFile(join(project.path, 'pid'), 'utf8').catch(() => '');
    }
    context.abort.abort(new Error('timed out after 1s'));
    await expect(executed).rejects.toThrow('timed out after 1s');
    await leftWorkDone();
    expect(isAlive(Number(pid))).toBe(false);
  });
});
