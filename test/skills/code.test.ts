import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localEnvironment } from '../../lib/local/environment.ts';
import { executeCode } from '../../lib/skills/code/execute.ts';
import { endSpareWorker } from '../../lib/skills/code/workers.ts';
import type { SkillEnvironment } from '../../lib/skills/environment.ts';
import { leftWorkDone } from '../../lib/skills/left-work.ts';
import { resolveSkill } from '../../lib/skills/resolve.ts';
import type { SkillContext, SkillResult } from '../../lib/skills/skill.ts';
import { fakeContext } from '../examples/fake-context.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

describe('a skill of code', () => {
  let folder: TemporaryFolder;
  let environment: SkillEnvironment;

  beforeEach(async () => {
    folder = await temporaryFolder();
    environment = localEnvironment(folder.path, 'workflow.yaml');
  });

  afterEach(async () => {
    await leftWorkDone();
    await folder.remove();
  });

  afterAll(endSpareWorker);

  async function put(path: string, content: string): Promise<void> {
    const whole = join(folder.path, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, content);
  }

  /** Executes `skills/<name>`; `body` becomes its module. */
  async function run(body: string, context: Partial<SkillContext> = {}, name = 'try', file = 'index.ts') {
    await put(`skills/${name}/${file}`, body);
    const skill = resolveSkill({ dirs: [join(folder.path, 'skills')] }, name);
    if (skill.kind !== 'code') throw new Error(`it is ${skill.kind}`);
    return executeCode(skill, { ...fakeContext().context, ...context }, environment);
  }

  it('gets its context, and returns a result', async () => {
    const { context, written } = fakeContext({
      files: { 'in.md': 'in' },
      args: { list: [1, 'two'], ['__proto__']: 'odd' },
      context: { client: 'acme' },
      input: { deep: true },
      labels: ['yes', 'no'],
    });
    const logged: unknown[] = [];
    const log = { ...context.log, info: (message: string, details?: object) => void logged.push([message, details]) };
    const result = await run(
      `import type { CodeContext } from 'stepwright/skill';
export default async ({ artifacts, log, signal, ...data }: CodeContext) => {
  log.info('begun', { at: 1 });
  await artifacts.write('out.md', (await artifacts.read('in.md')) + '!');
  await artifacts.write('out.bin', new Uint8Array([1, 2]));
  return {
    label: 'yes',
    note: JSON.stringify([data.args, Object.getPrototypeOf(data.args), data.context, data.input, data.labels, data.inputs, data.round]),
    artifacts: { 'more.bin': await artifacts.readBytes('in.md') },
    output: String(signal.aborted),
  };
};`,
      { ...context, log },
    );
    expect(result).toEqual({
      label: 'yes',
      note: '[{"list":[1,"two"],"__proto__":"odd"},null,{"client":"acme"},{"deep":true},["yes","no"],["in.md"],1]',
      artifacts: { 'more.bin': new TextEncoder().encode('in') },
      output: 'false',
    });
    expect([...written]).toEqual([
      ['out.md', 'in!'],
      ['out.bin', '\u0001\u0002'],
    ]);
    expect(logged).toEqual([['begun', { at: 1 }]]);
  });

  it.each(['stepwright', 'stepwright/skill'])('may import %s, which its project has not installed', async (name) => {
    const body = `import { defineSkill } from '${name}';
export default defineSkill({ run: ({ args }) => ({ note: String(args.word) }) });`;
    expect(await run(body, { args: { word: 'defined' } })).toEqual({ note: 'defined' });
  });

  it('begins anew each time', async () => {
    const body = 'let times = 0;\nexport default () => ({ note: String(++times) });\n';
    expect([await run(body), await run(body)]).toEqual([{ note: '1' }, { note: '1' }]);
  });

  it('reads and writes streams', async () => {
    const large = 'line\n'.repeat(200_000);
    const { context, written } = fakeContext({ files: { 'in.txt': large } });
    await run(
      `import { Readable } from 'node:stream';
export default async ({ artifacts }) => {
  let bytes = 0;
  for await (const chunk of artifacts.createReadStream('in.txt')) bytes += chunk.length;
  await artifacts.write('copy.txt', artifacts.createReadStream('in.txt'));
  await artifacts.write('bytes.txt', Readable.from([String(bytes)]));
};`,
      context,
    );
    expect(written.get('bytes.txt')).toBe('1000000');
    expect(written.get('copy.txt') === large).toBe(true);
  });

  it('that throws fails with its message alone', async () => {
    await expect(run(`export default () => { throw new Error('3 links are broken'); };`)).rejects.toThrow(
      /^3 links are broken$/,
    );
    await expect(run(`export default async ({ artifacts }) => artifacts.read('no.md');`)).rejects.toThrow(
      /^no\.md is no input$/,
    );
    await expect(run(`export default () => { throw 'a text'; };`)).rejects.toThrow(/^a text$/);
  });

  it.each([
    [
      'a fault of the language',
      '\nexport default (context) => context.gone.more;',
      "Cannot read properties of undefined (reading 'more') (skills/try/index.ts:2)",
    ],
    [
      'an exit',
      'export default () => {\n  process.exit(3);\n};',
      'the skill ended its process with code 3 (skills/try/index.ts:2)',
    ],
    [
      'an exit later',
      'export default () => new Promise(() => setTimeout(() => process.exit(), 10));',
      'the skill ended its process with code 0 (skills/try/index.ts:1)',
    ],
    [
      'an uncaught exception',
      "export default () => new Promise(() => {\n  setTimeout(() => {\n    throw new Error('late');\n  });\n});",
      'uncaught in the skill: late (skills/try/index.ts:3)',
    ],
    [
      'an unhandled rejection',
      "export default async () => {\n  void Promise.reject(new Error('lost'));\n  await new Promise(() => {});\n};",
      'a promise of the skill was rejected and nobody handled it: lost (skills/try/index.ts:2)',
    ],
    [
      'a module that throws',
      "\n\nthrow new Error('not today');",
      'the skill cannot be loaded: not today (skills/try/index.ts:3)',
    ],
    [
      'a module without a default',
      'export const a = 1;',
      "the skill cannot be loaded: the skill's module has no function as its default export",
    ],
    [
      'a syntax error in TypeScript',
      'const a: number = 1;\nexport default (: => 1;',
      'the skill cannot be loaded: Expression expected (skills/try/index.ts:2)',
    ],
    [
      'a missing import',
      "import './gone.ts';\nexport default () => {};",
      "the skill cannot be loaded: Cannot find module 'skills/try/gone.ts' imported from skills/try/index.ts",
    ],
    [
      'a result that cannot be copied',
      "export default () => ({ note: () => 'x' });",
      'the skill returned something that cannot be copied, such as a function',
    ],
  ])('that ends by %s fails alone', async (_, body, message) => {
    await expect(run(body)).rejects.toThrow(new Error(message));
    expect(message).not.toContain(folder.path);
  });

  it('tells the place of a syntax error in JavaScript, also in another file', async () => {
    await put('skills/lib/broken.js', 'const a = 1;\n\nexport const b = [1, 2;\n');
    const body = "import { b } from '../lib/broken.js';\nexport default () => b;\n";
    await expect(run(body, {}, 'try', 'index.js')).rejects.toThrow(
      'the skill cannot be loaded: Expected "]" but found ";" (skills/lib/broken.js:3)',
    );
  });

  it('that takes more memory than it may fails alone', async () => {
    await put('skills/try/skill.yaml', 'memory_mb: 32\n');
    const body =
      'export default () => {\n  const all = [];\n  for (;;) all.push(new Array(100_000).fill(Math.random()));\n};';
    await expect(run(body)).rejects.toThrow('the skill ran out of memory: it may use 32 MB');
  });

  it('that never yields is ended when it is aborted', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('timed out after 1s')), 300);
    const since = performance.now();
    await expect(run('export default () => {\n  for (;;);\n};', { signal: abort.signal })).rejects.toThrow(
      'timed out after 1s',
    );
    await leftWorkDone();
    expect(performance.now() - since).toBeLessThan(15_000);
  });

  it('may clean up when it is aborted, for a moment', async () => {
    const abort = new AbortController();
    const mark = join(folder.path, 'cleaned');
    const running = run(
      `import { writeFileSync } from 'node:fs';
export default ({ signal, log }) => new Promise((resolve, reject) => {
  log.info('ready');
  signal.addEventListener('abort', () => {
    writeFileSync(${JSON.stringify(mark)}, signal.reason.message);
    reject(signal.reason);
  });
});`,
      {
        signal: abort.signal,
        log: { ...fakeContext().context.log, info: () => abort.abort(new Error('the run was cancelled')) },
      },
    );
    await expect(running).rejects.toThrow('the run was cancelled');
    expect(readFileSync(mark, 'utf8')).toBe('the run was cancelled');
  });

  it('is not begun when the run has been cancelled', async () => {
    const mark = join(folder.path, 'begun');
    const body = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\nexport default () => {};`;
    await expect(run(body, { signal: AbortSignal.abort(new Error('cancelled')) })).rejects.toThrow('cancelled');
    expect(existsSync(mark)).toBe(false);
  });

  it('takes its processes along when it ends', async () => {
    const abort = new AbortController();
    const pids: number[] = [];
    const body = `import { spawn } from 'node:child_process';
export default ({ log, args }) => {
  const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'ignore' });
  log.info('child', { pid: child.pid });
  if (args.wait) return new Promise(() => {});
};`;
    const log = (then: () => void) => ({
      ...fakeContext().context.log,
      info: (_: string, details?: object) => {
        pids.push((details as { pid: number }).pid);
        then();
      },
    });
    await run(body, { log: log(() => undefined) });
    const waiting = run(body, {
      args: { wait: true },
      signal: abort.signal,
      log: log(() => abort.abort(new Error('cancelled'))),
    });
    await expect(waiting).rejects.toThrow('cancelled');
    expect(pids).toHaveLength(2);
    for (const pid of pids) await gone(pid);
  });

  it('prints into the log', async () => {
    const lines: unknown[] = [];
    const log = {
      ...fakeContext().context.log,
      info: (line: string) => void lines.push(line),
      warn: (line: string) => void lines.push(`! ${line}`),
    };
    await run(
      `export default async () => {
  console.log('one\\ntwo');
  console.error('three');
  await new Promise((resolve) => setTimeout(resolve, 20));
};`,
      { log },
    );
    expect(lines.sort()).toEqual(['! three', 'one', 'two']);
  });

  it('prints into the log all of it, in its order, also when it never yields or exits', async () => {
    const lines: unknown[] = [];
    const log = {
      ...fakeContext().context.log,
      info: (line: string) => void lines.push(line),
      warn: (line: string) => void lines.push(`! ${line}`),
    };
    const body = `export default ({ args, log }) => {
  for (let at = 0; at < 500; at++) console.log('line ' + at);
  log.info('between');
  process.stdout.write(Buffer.from('ä').subarray(0, 1));
  process.stdout.write(Buffer.from('ä').subarray(1));
  process.stdout.write(' without an end');
  console.error('an error');
  if (args.exit) process.exit(4);
};`;
    const all = [...Array.from({ length: 500 }, (_, at) => `line ${at}`), 'between', '! an error', 'ä without an end'];
    await run(body, { log });
    expect(lines.splice(0)).toEqual(all);
    await expect(run(body, { log, args: { exit: true } })).rejects.toThrow('ended its process with code 4');
    expect(lines).toEqual(all);
  });

  it('that prints without end is cut short, and lets others have their turn', async () => {
    const lines: string[] = [];
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('timed out')), 2500);
    let turns = 0;
    const clock = setInterval(() => turns++, 20);
    const log = {
      ...fakeContext().context.log,
      info: (line: string) => void lines.push(line),
      warn: (line: string) => void lines.push(line),
    };
    const body = "export default () => { for (;;) console.log('again and again'); };";
    await expect(run(body, { log, signal: abort.signal })).rejects.toThrow('timed out');
    clearInterval(clock);
    expect(lines.at(-1)).toBe('the skill prints and logs too much; the rest is left out');
    expect(lines.length).toBeLessThan(20_000);
    expect(turns).toBeGreaterThan(10);
  });

  it('may log whatever it likes', async () => {
    const logged: unknown[] = [];
    const at = (message: string, details?: object) => void logged.push([message, details]);
    const body = `export default ({ log }) => {
  const circle = {};
  circle.circle = circle;
  log.info(new Error('an error'));
  log.info({ a: [1] });
  log.warn('five', 5);
  log.warn('list', [1]);
  log.error('error', new Error('inside'));
  log.error('circle', circle);
};`;
    await run(body, { log: { debug: at, info: at, warn: at, error: at } });
    expect(logged).toEqual([
      ['an error', undefined],
      ['{ a: [ 1 ] }', undefined],
      ['five', { details: 5 }],
      ['list', { details: [1] }],
      ['error', { error: 'inside' }],
      ['circle', { details: '<ref *1> { circle: [Circular *1] }' }],
    ]);
  });

  it.each([
    ['null', 'null', 'the skill threw null'],
    ['nothing', 'undefined', 'the skill threw undefined'],
    ['a symbol', "Symbol('s')", 'the skill threw Symbol(s)'],
    ['an object', '{ code: 5 }', 'the skill threw { code: 5 }'],
    [
      'an object that cannot be written',
      '{ toString() { throw 1; } }',
      'the skill threw { toString: [Function: toString] }',
    ],
    ['an object with a message', "{ message: 'like an error' }", 'like an error'],
  ])('that throws %s says so', async (_, thrown, message) => {
    await expect(run(`export default () => { throw ${thrown}; };`)).rejects.toThrow(new Error(message));
  });

  it('that speaks with the process itself fails alone', async () => {
    const body = `import { parentPort } from 'node:worker_threads';
export default async () => { parentPort.postMessage(null); await new Promise(() => {}); };`;
    await expect(run(body)).rejects.toThrow('the skill passed on something that nobody understands');
  });

  it('reads the secrets that its manifest names, and tells them to nobody', async () => {
    await put('skills/try/skill.yaml', 'secrets: {token: crm-token}\n');
    process.env['CRM_TOKEN'] = 'zzz-value';
    const logged: unknown[] = [];
    try {
      const context = { log: { ...fakeContext().context.log, info: (message: string) => void logged.push(message) } };
      const body = `export default async ({ secret, log, args }) => {
  const token = await secret('token');
  log.info('token is ' + token);
  console.log(token);
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (args.fail) throw new Error('refused: ' + token);
  return { note: 'sent ' + token };
};`;
      expect(await run(body, context)).toEqual<SkillResult>({ note: 'sent [secret crm-token]' });
      expect(logged.sort()).toEqual(['[secret crm-token]', 'token is [secret crm-token]']);
      await expect(run(body, { ...context, args: { fail: true } })).rejects.toThrow('refused: [secret crm-token]');
      await expect(run(`export default ({ secret }) => secret('other');`)).rejects.toThrow(
        "the skill's manifest names no secret other",
      );
    } finally {
      delete process.env['CRM_TOKEN'];
    }
  });
});

async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (!isRunning(pid)) return;
    await sleep(50);
  }
  throw new Error(`the process ${pid} is still there`);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended and that nobody has asked for yet is no process any more.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
