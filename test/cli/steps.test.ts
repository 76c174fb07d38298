import { endSpareWorker } from '../../lib/skills/code/workers.ts';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

/** Gives back its arguments as JSON; `say` says what it gives instead, and `seconds` how long it takes. */
const echo = `export default async ({ args }) => {
  await new Promise((resolve) => setTimeout(resolve, 1000 * Number(args.seconds ?? 0)));
  return { output: args.say ?? JSON.stringify(args) };
};
`;

let place: Project;

afterEach(() => place.remove());
afterAll(endSpareWorker);

async function steps(lines: string, top = ''): Promise<void> {
  place = await project({
    'workflow.yaml': `workflow: {name: daily, version: 1.2.3}\n${top}steps:\n${lines}`,
    'skills/echo/index.js': echo,
  });
}

interface Logged {
  readonly lines: readonly { readonly node?: string; readonly message: string }[];
}

/** The steps in the order in which they started and ended: `+a -a +b -b`. */
async function order(): Promise<string> {
  const { lines } = (await place.json('logs')).document as unknown as Logged;
  const marks = new Map([
    ['node started', '+'],
    ['node passed', '-'],
    ['node failed', '-'],
  ]);
  return lines.flatMap(({ node, message }) => (marks.has(message) ? [`${marks.get(message)!}${node!}`] : [])).join(' ');
}

async function batches(): Promise<unknown> {
  const { code, document } = await place.json('run', '--dry-run');
  expect([code, await place.json('runs')]).toEqual([0, expect.objectContaining({ document: { runs: [] } })]);
  return (document as unknown as { batches: unknown }).batches;
}

describe('a list of steps', () => {
  it('of a single step, with nothing but what is required', async () => {
    place = await project({
      'workflow.yaml': 'workflow: {name: one}\nsteps: [{id: only, command: /echo}]\n',
      'skills/echo/index.js': echo,
    });
    expect(await batches()).toEqual([['only']]);
    const { code, document } = await place.json('run');
    expect([code, document.status, document.warnings]).toEqual([
      0,
      'completed',
      ['V010 1:18 `version` of the workflow is missing; 1.0.0 is assumed'],
    ]);
    // Without output_as nothing is put into the context.
    expect(document.state).toMatchObject({ version: '1.0.0', nodes: { only: { status: 'passed' } } });
    expect(document.state).not.toHaveProperty('context');
    const { stdout } = await place.run('run', '--fresh');
    expect(stdout).toMatch(/^Workflow: one v1\.0\.0\nRun .*\n\[Step 1\/1\] Running: only\.\.\. ✓ /);
  });

  it('of a single step that fails is failed', async () => {
    await steps('  - {id: only, command: /none}\n', 'defaults: {stop_on_error: false}\n');
    place.write('skills/none/index.js', 'export default () => { throw new Error("no paper"); };\n');
    const { code, document } = await place.json('run');
    expect([code, document.status, document.state.nodes['only']!.note]).toEqual([1, 'failed', 'no paper']);
  });

  it('in a line runs one after the other', async () => {
    await steps(
      ['a', 'b', 'c']
        .map((id, i, ids) => `  - {id: ${id}, command: /echo, depends_on: [${ids[i - 1] ?? ''}]}\n`)
        .join(''),
    );
    expect(await batches()).toEqual([['a'], ['b'], ['c']]);
    expect((await place.json('run')).code).toBe(0);
    expect(await order()).toBe('+a -a +b -b +c -c');
  });

  it('that need nothing of each other run at the same time', async () => {
    await steps(
      '  - {id: a, command: /echo, args: {seconds: "1"}}\n  - {id: b, command: /echo, args: {seconds: "1"}}\n',
    );
    expect(await batches()).toEqual([['a', 'b']]);
    expect((await place.json('run')).code).toBe(0);
    expect(await order()).toMatch(/^\+a \+b -[ab] -[ab]$/);
  });

  it('in a diamond joins when both sides have ended', async () => {
    await steps(`  - {id: top, command: /echo, args: {say: T}, output_as: top}
  - {id: left, command: /echo, depends_on: [top], args: {say: "{{context.top}}L", seconds: "2"}, output_as: left}
  - {id: right, command: /echo, depends_on: [top], args: {say: "{{context.top}}R"}, output_as: right}
  - {id: join, command: /echo, depends_on: [left, right], args: {say: "{{context.left}}+{{context.right}}+{{context.left}}"}, output_as: join}
`);
    expect(await batches()).toEqual([['top'], ['left', 'right'], ['join']]);
    const { document } = await place.json('run');
    expect(document.state.context).toEqual({ top: 'T', left: 'TL', right: 'TR', join: 'TL+TR+TL' });
    expect(await order()).toMatch(/^\+top -top \+left \+right -right -left \+join -join$/);
  });

  it('ends a step at its timeout, whose own goes before that of all', async () => {
    await steps(
      `  - {id: slow, command: /echo, args: {seconds: "30"}, output_as: slow, continue_on_error: true}
  - {id: own, command: /echo, args: {seconds: "1.5", say: done}, timeout_seconds: 60, output_as: own}
  - {id: after, command: /echo, depends_on: [slow], args: {say: "{{context.slow}}"}, timeout_seconds: 60, output_as: after}
`,
      'defaults: {timeout_seconds: 1}\n',
    );
    const { code, document } = await place.json('run');
    expect([code, document.status]).toEqual([0, 'partial']);
    expect(document.state.nodes['slow']).toMatchObject({ status: 'failed', note: 'timed out after 1s', runs: 1 });
    expect(document.state.context).toEqual({
      slow: 'timed out after 1s',
      own: 'done',
      after: 'timed out after 1s',
    });
  });
});

describe('the context of a step', () => {
  it('has the reserved keys, and leaves what nobody has set as it is, with a warning', async () => {
    await steps(`  - id: a
    command: /echo
    args:
      of: "{{context.workflow_name}} {{context.workflow_version}} {{context.run_id}} {{context.run_timestamp}}"
      unknown: "[{{context.nobody}}] {{ context.run_id }} {{context.a.b}}"
    output_as: a
  - {id: b, command: /echo, args: {}, output_as: b}
`);
    const { document } = await place.json('run');
    const { run, state } = document;
    const { started } = state as unknown as { started: string };
    expect(JSON.parse(state.context['a']!)).toEqual({
      of: `daily 1.2.3 ${run} ${started}`,
      unknown: '[{{context.nobody}}] {{ context.run_id }} {{context.a.b}}',
    });
    expect(state.nodes['a']!.note).toBe('unknown key context.nobody was left as it is');
    expect([state.context['b'], state.nodes['b']!.note]).toEqual(['{}', '']);
  });

  it('holds 500 characters of an output at most, trimmed, and substitutes nothing in them again', async () => {
    const long = 'x'.repeat(600);
    await steps(`  - {id: a, command: /echo, args: {say: "  {{context.long}}  "}, output_as: a}
  - {id: b, command: /echo, args: {say: " {{context.exact}} "}, output_as: b}
  - {id: c, command: /echo, args: {say: "{{context.reference}}"}, output_as: c}
`);
    const input = { long, exact: 'y'.repeat(500), reference: '{{context.exact}}' };
    const { document } = await place.json('run', '--input', JSON.stringify(input));
    const { a, b, c } = document.state.context;
    expect(a).toBe(`${'x'.repeat(497)}...`);
    expect(b).toBe('y'.repeat(500));
    expect(c).toBe('{{context.exact}}');
  });

  it('is asked of no run where a run starts at a step that there is not', async () => {
    await steps('  - {id: first, command: /echo}\n  - {id: last, command: /echo, depends_on: [first]}\n');
    const { code, document } = await place.json('run', '--from', 'fist');
    expect([code, document.error]).toEqual([2, 'the workflow has no node "fist"; did you mean "first"?']);
    expect((await place.json('runs')).document.runs).toEqual([]);
  });
});
