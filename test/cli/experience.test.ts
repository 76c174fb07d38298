import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTerminal } from '../../lib/cli/terminal.ts';
import type { Document, Project } from './command-line.ts';
import { project } from './command-line.ts';

const steps = (lines: string, defaults = '') => `workflow: {name: daily, version: 1.2.3}\n${defaults}steps:\n${lines}`;
const chain = `  - {id: mail, command: /mail, output_as: mail}
  - {id: text, name: Write the text, command: /text, depends_on: [mail], args: {mail: "{{context.mail}}"}, output_as: text}
  - {id: send, command: /send, depends_on: [text]}
  - {id: log, command: /log}
`;

let place: Project;

afterEach(() => place.remove());

const plain = (text: string) =>
  text
    .replace(/\(\d+m?s\)/g, '(TIME)')
    .replace(/Duration: .*/g, 'Duration: TIME')
    .replace(/\d{8}-\d{6}-[0-9a-z]{6}/g, 'RUN');

async function run(files: Record<string, string>, ...argv: string[]) {
  place = await project(files);
  const { code, stdout, stderr } = await place.run('run', ...argv);
  return { code, stdout: plain(stdout), stderr };
}

describe('what is shown of a run', () => {
  it('that halts: where, why, what has not run, and how to go on', async () => {
    const { code, stdout } = await run(
      { 'workflow.yaml': steps(chain.replace(/.*log.*\n/, '')), 'script.yaml': 'text: {error: no paper}\n' },
      ...['--mock', 'script.yaml'],
    );
    expect(code).toBe(1);
    expect(stdout).toBe(`Workflow: daily v1.2.3
Run RUN, with scripted outcomes
[Step 1/3] Running: mail... ✓ (TIME)
[Step 2/3] Running: Write the text... ✗ Failed (no paper)
[Step 3/3] Skipped: send (depends on failed step)

HALTED at step 2/3: Write the text
  Failed: no paper
  Not run: send

Result: FAILED (1/3 completed, 1 failed, 1 skipped)
Duration: TIME
Run: RUN
Report: .workflow/runs/RUN/artifacts/closeout-report.md
Go on with: stepwright resume
Or anew from there: stepwright run --from text
`);
  });

  it('with the options that going on needs again', async () => {
    const { stdout } = await run(
      {
        'my flow.yaml': steps('  - {id: a, command: /a}\n'),
        "it's/a/skill.yaml": 'kind: command\ncommand: [node, -e, process.exit(1)]\n',
      },
      ...['my flow.yaml', '--skills-dir', "it's"],
    );
    expect(stdout).toContain(`Go on with: stepwright resume 'my flow.yaml' --skills-dir 'it'\\''s'
Or anew from there: stepwright run 'my flow.yaml' --skills-dir 'it'\\''s' --from a
`);
  });

  it('with tolerated failures: completed with failures, and no word of going on', async () => {
    const { code, stdout } = await run(
      {
        'workflow.yaml': steps(chain.replace('output_as: text', 'output_as: text, continue_on_error: true')),
        'script.yaml': 'text: {error: no paper}\nlog: {seconds: 0.05}\n',
      },
      ...['--mock', 'script.yaml'],
    );
    expect(code).toBe(0);
    expect(stdout).toContain(
      '\nCompleted with failures:\n  ✗ Write the text: no paper\n\nResult: PARTIAL (3/4 completed, 1 failed)\n',
    );
    expect(stdout).not.toContain('Go on');
  });

  it('in which nothing completed, or everything was skipped', async () => {
    const failed = await run(
      {
        'workflow.yaml': steps('  - {id: a, command: /a}\n', 'defaults: {stop_on_error: false}\n'),
        's.yaml': 'a: {error: no}\n',
      },
      ...['--mock', 's.yaml'],
    );
    expect(failed.stdout).toContain('\nNothing completed:\n  ✗ a: no\n\nResult: FAILED (0/1 completed, 1 failed)\n');
    await place.remove();
    const skipped = await run({ 'workflow.yaml': steps('  - {id: a, command: /a, condition: context.x}\n') }, '--mock');
    expect([skipped.code, skipped.stdout]).toEqual([
      0,
      expect.stringContaining(
        '[Step 1/1] Running: a... ⊘ Skipped (condition is false)\n\nResult: COMPLETED (0/1 completed, 1 skipped)\n',
      ),
    ]);
  });

  it('gives each of several steps that run at once whole lines', async () => {
    const { stdout } = await run(
      {
        'workflow.yaml': steps('  - {id: a, command: /a}\n  - {id: b, command: /b}\n'),
        's.yaml': 'a: {seconds: 0.2}\nb: {seconds: 0.05}\n',
      },
      ...['--mock', 's.yaml'],
    );
    expect(stdout.split('\n').slice(2, 6)).toEqual([
      '[Step 1/2] Running: a...',
      '[Step 2/2] Running: b... ✓ (TIME)',
      '[Step 1/2] Running: a... ✓ (TIME)',
      '',
    ]);
  });

  it('shows what the steps gave that no other step reads', async () => {
    const { stdout } = await run(
      {
        'workflow.yaml': steps(chain),
        's.yaml': 'mail: {output: secret mail}\ntext: {output: "two\\nlines \\e[31m"}\n',
      },
      ...['--mock', 's.yaml'],
    );
    expect(stdout).toContain('\n\nOutput text:\n  two\n  lines U+001B[31m\n\nResult: COMPLETED');
    expect(stdout).not.toContain('secret mail');
  });

  it('shows results here with a warning where Notion is wanted and not set up', async () => {
    const files = {
      'workflow.yaml': steps(chain, 'defaults: {output_format: both}\n'),
      's.yaml': 'text: {output: done}\n',
    };
    const both = await run(files, '--mock', 's.yaml');
    expect([both.stderr.match(/not in Notion/g), both.stdout.includes('Output text:')]).toEqual([
      ['not in Notion'],
      true,
    ]);
    const chat = await place.run('run', '--mock', 's.yaml', '--output', 'chat');
    expect([chat.stderr, chat.stdout.includes('Output text:')]).toEqual(['', true]);
    expect((await place.json('run', '--mock', '--output', 'mail')).code).toBe(2);
  });
});

describe('progress in a terminal', () => {
  /** A terminal that only knows what `openTerminal` writes: text, line breaks, `\r`, lines up, and clearing what is behind. */
  function screen(columns: number) {
    const lines: string[] = [''];
    let [row, column] = [0, 0];
    const put = (text: string) => {
      for (const [piece, up] of text.matchAll(/\x1b\[(\d+)A\x1b\[J|[\r\n]|[^\r\n\x1b]+/g)) {
        if (up !== undefined) lines.splice((row -= Number(up)), lines.length, lines[row]!.slice(0, column));
        else if (piece === '\r') column = 0;
        else if (piece === '\n') {
          lines[++row] ??= '';
          column = 0;
        } else {
          lines[row] = `${lines[row]!.slice(0, column)}${piece}`;
          column += piece.length;
        }
      }
      return true;
    };
    return { lines, stream: { columns, rows: 6, write: put } };
  }

  it('keeps what runs at the bottom, and writes what has ended once, above it', async () => {
    place = await project({
      'workflow.yaml': steps(
        ['a', 'b', 'c'].map((id) => `  - {id: ${id}-${'x'.repeat(60)}, command: /${id}}\n`).join(''),
      ),
    });
    const { lines, stream } = screen(40);
    const terminal = openTerminal(stream, []);
    const seen: string[][] = [];
    const stdout = (text: string) => {
      stream.write(text);
      seen.push([...lines]);
    };
    expect((await place.runWith({ stdout, terminal }, 'run', '--mock')).code).toBe(0);
    for (const id of ['a', 'b', 'c'])
      expect(lines.filter((line) => line.includes(`Running: ${id}-`))).toEqual([expect.stringMatching(/✓ \(\d+ms\)$/)]);
    // What only stands there meanwhile is no wider than the terminal.
    const running = seen.flat().filter((line) => line.endsWith('…'));
    expect(running.length).toBeGreaterThan(0);
    expect(running.every((line) => [...line].length <= 40)).toBe(true);
    expect(lines.at(-1)).toBe('');
  });

  it('makes room for what others write, also without a line break', () => {
    const { lines, stream } = screen(80);
    const echo = stream.write;
    const terminal = openTerminal(stream, []);
    terminal.show(['one', 'two']);
    stream.write('printed\n');
    expect(lines).toEqual(['printed', 'one', 'two', '']);
    stream.write('no end');
    expect(lines).toEqual(['printed', 'no end', 'one', 'two', '']);
    // The terminal shows Ctrl-C where the cursor is, and nobody is told.
    echo('^C');
    stream.write('stopping\n');
    terminal.show([]);
    expect(lines.filter((line) => line !== '')).toEqual(['printed', 'no end', 'stopping']);
  });
});

describe('a run that cannot be recorded', () => {
  it('goes on in memory with a warning, and says nothing of going on', async () => {
    place = await project({ 'workflow.yaml': steps(chain), 's.yaml': 'text: {error: no paper}\n' });
    writeFileSync(join(place.path, '.workflow'), 'in the way');
    const { code, stdout, stderr } = await place.run('run', '--mock', 's.yaml');
    expect([code, stdout.includes('HALTED at step'), stdout.includes('Go on')]).toEqual([1, true, false]);
    expect(stderr).toMatch(/^warning the record cannot be written, so this run goes on in memory/);
  });
});

describe('which run goes on', () => {
  it('is not one that somebody has cancelled, unless resume asks for it; one ended by Ctrl-C is', async () => {
    place = await project({
      'workflow.yaml': steps('  - {id: a, command: /a}\n  - {id: b, command: /b, depends_on: [a]}\n'),
      's.yaml': 'b: [{wait: Shall we?}, {output: x}]\n',
    });
    const first = await place.json('run', '--mock', 's.yaml');
    expect(first.document.status).toBe('paused');
    expect((await place.json('cancel')).document.status).toBe('cancelled');
    const anew = await place.json('run', '--mock', 's.yaml');
    expect(anew.document.run).not.toBe(first.document.run);
    expect(anew.stderr).toContain(
      `The run ${first.document.run} was cancelled, and only stepwright resume goes on with it`,
    );
    const resumed = await place.json('resume', '--run', first.document.run, '--mock');
    expect([resumed.document.run, resumed.document.runs.a]).toEqual([first.document.run, 1]);
  });

  it('is begun once where two commands look for it at the same moment', async () => {
    place = await project({ 'workflow.yaml': steps('  - {id: a, command: /a}\n'), 's.yaml': 'a: {seconds: 4}\n' });
    const both = ['1', '2'].map(() => place.spawn('run', '--mock', 's.yaml', '--json'));
    const answers = await Promise.all(both.map(({ ended }) => ended));
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 2]);
    const { error } = JSON.parse(answers.find(({ code }) => code === 2)!.stdout) as Document;
    expect(error).toMatch(/^the run \S+ is being worked on by process/);
    expect((await place.json('status', '--last', '9')).document).toMatchObject({ runs: [{ status: 'completed' }] });
  }, 60_000);
});

describe('a run that starts at a step', () => {
  it('has in its context what the last run put there, and leaves keys alone that nobody has set', async () => {
    place = await project({
      'workflow.yaml': steps(
        `${chain}  - {id: end, command: /end, depends_on: [log], args: {x: "{{context.mail}} {{context.nobody}}"}, output_as: end}\n`,
      ),
      ...Object.fromEntries(
        ['mail', 'text', 'send', 'log', 'end'].map((id) => [
          `skills/${id}/index.js`,
          `export default ({ args }) => ({ output: '${id}:' + JSON.stringify(args) });\n`,
        ]),
      ),
    });
    expect((await place.json('run')).code).toBe(0);
    const { code, document } = await place.json('run', '--from', 'log');
    const { nodes, context } = document.state;
    // What lies before keeps its result of the last run.
    expect([code, nodes['mail']!.status, document.runs['mail']]).toEqual([0, 'passed', 1]);
    expect(context['mail']).toBe('mail:{}');
    expect(context['end']).toBe('end:{"x":"mail:{} {{context.nobody}}"}');
    expect(nodes['end']!.note).toContain('unknown key context.nobody was left as it is');
    const unknown = await place.json('run', '--from', 'logg');
    expect([unknown.code, unknown.document.error]).toEqual([2, expect.stringContaining('did you mean "log"?')]);
  });
});

describe('what is not meant', () => {
  it('is told: JSON that is broken, and a no without a reason', async () => {
    place = await project({ 'workflow.yaml': steps('  - {id: a, command: /a}\n') });
    for (const input of ['{"a": 1,}', '[1, 2', '{a: 1}']) {
      const { code, document, stderr } = await place.json('run', '--fresh', '--mock', '--input', input);
      if (input === '[1, 2') expect([code, stderr.includes('begins like JSON but is none')]).toEqual([0, true]);
      else expect([code, document.error]).toEqual([2, expect.stringContaining('no valid JSON')]);
    }
    expect((await place.json('run', '--fresh', '--mock', '--input', '[urgent] fix it')).code).toBe(0);
    expect((await place.json('approve', 'a', '--fail', ' ')).document.error).toBe(
      '--fail wants a reason, which goes into the record',
    );
  });
});
