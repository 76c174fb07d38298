import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const workflow = `name: review
version: 1.0.0
nodes:
  - {id: plan, skill: s-plan, role: router}
  - {id: a, skill: s-a, role: executor, outputs: [artifacts/a.md]}
  - {id: b, skill: s-b, role: executor, outputs: [artifacts/b.md]}
  - {id: check, skill: s-check, role: validator}
  - {id: audit, skill: s-audit, role: knowledge, independent: true}
  - {id: close, skill: s-close, role: closeout}
edges:
  - {from: plan, to: a, label: 'say "a" & <b>'}
  - {from: plan, to: b, label: other}
  - {from: a, to: check}
  - {from: b, to: check}
  - {from: check, to: close, kind: on_pass, label: ok}
  - {from: check, to: plan, kind: on_failure, loop: true, label: max 3 rounds}
  - {from: audit, to: close}
final: close
`;

let place: Project;

beforeEach(async () => {
  place = await project({ 'workflow.yaml': workflow });
});

afterEach(() => place.remove());

describe('validate', () => {
  it('says whether the file is valid', async () => {
    expect(await place.run('validate')).toEqual({ code: 0, stdout: '✓ workflow.yaml is valid: 6 nodes\n', stderr: '' });
    expect((await place.json('validate')).document).toEqual({ valid: true, dialect: 'graph', diagnostics: [] });
  });

  it('shows everything at once, and fails on errors only', async () => {
    place.write('workflow.yaml', workflow.replace('final: close', 'final: closed').replace('1.0.0', 'one'));
    const { code, document } = await place.json('validate');
    expect([code, document]).toEqual([
      1,
      {
        valid: false,
        dialect: 'graph',
        diagnostics: [
          {
            code: 'G16',
            severity: 'warning',
            message: 'The version "one" is not a semantic version',
            hint: 'Write three numbers, as in 1.0.0.',
            line: 2,
            column: 10,
            file: 'workflow.yaml',
          },
          {
            code: 'G02',
            severity: 'error',
            message: '`final` names "closed", which is no node',
            hint: 'Did you mean "close"?',
            line: 18,
            column: 8,
            file: 'workflow.yaml',
          },
        ],
      },
    ]);
    const shown = await place.run('validate');
    expect([shown.code, shown.stderr]).toEqual([1, '']);
    expect(shown.stdout).toContain('18 | final: closed\n   |        ^^^^^^\n   = Did you mean "close"?\n');
    expect(shown.stdout).toMatch(/1 error, 1 warning\n✗ workflow\.yaml is not valid\n$/);
  });

  it('checks skills where their folder is given', async () => {
    place.write('skills/s-plan/index.ts', '');
    const { code, document } = await place.json('validate', '--skills-dir', 'skills');
    expect([code, document.diagnostics.map((one) => one.code)]).toEqual([1, ['G11', 'G11', 'G11', 'G11', 'G11']]);
  });

  it('refuses what cannot be read', async () => {
    expect((await place.json('validate', 'none.yaml')).document).toEqual({
      error: expect.stringMatching(/^there is no workflow none\.yaml/),
    });
    const { code, stderr } = await place.run('validate', 'none.yaml');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error there is no workflow none\.yaml/)]);
  });
});

describe('compile', () => {
  it('writes the definition, to stdout or a file', async () => {
    const { code, stdout, stderr } = await place.run('compile');
    expect([code, stderr]).toEqual([0, '']);
    const asl = JSON.parse(stdout) as { QueryLanguage: string };
    expect(asl.QueryLanguage).toBe('JSONata');
    expect((await place.run('compile', '--json')).stdout).toBe(stdout);
    expect(await place.run('compile', '-o', 'out/machine.json')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(place.read('out/machine.json')).toBe(stdout);
  });

  it('writes the tree and the graph', async () => {
    expect((await place.run('compile', '--print', 'tree')).stdout).toBe(`sequence
  parallel
    region 0: check → plan at most 3 times
      sequence
        plan
        choice after plan
          label "say \\"a\\" & <b>"
            a
          label "other"
            b
        check
    audit
  close
`);
    const { stdout } = await place.run('compile', '--print', 'ir');
    expect(stdout).toContain('  check → plan on_failure "max 3 rounds", back at most 3 times, region 0\n');
    expect((await place.json('compile', '--print', 'ir')).document).toEqual({ print: 'ir', text: stdout });
    expect((await place.json('compile', '--print', 'tree', '-o', 'tree.txt')).document).toEqual({
      print: 'tree',
      file: 'tree.txt',
    });
  });

  it('writes nothing for a file with errors, or what cannot be deployed', async () => {
    place.write('bad.yaml', workflow.replace('final: close', 'final: x'));
    expect(await place.run('compile', 'bad.yaml', '--json')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('error G02'),
    });
    place.write('long.yaml', workflow.replace('max 3', 'max 3000'));
    expect((await place.run('compile', 'long.yaml')).code).toBe(0);
    const refused = await place.run('compile', 'long.yaml', '--target', 'aws');
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/error G18 In the worst case the execution's history reaches [\d,]+ events/);
    expect(refused.stderr).toContain('long.yaml:16:');
  });
});

describe('plan', () => {
  it('says in which order what would run, and how often at most', async () => {
    const { code, document } = await place.json('plan');
    expect(code).toBe(0);
    expect(document).toMatchObject({
      batches: [['plan', 'audit'], ['a', 'b'], ['check'], ['close']],
      bounds: { plan: 4, a: 4, b: 4, check: 4, audit: 1, close: 1 },
      loops: { 'check→plan': 3 },
      routes: {
        plan: [
          { take: 'say "a" & <b>', to: ['a'] },
          { take: 'other', to: ['b'] },
        ],
        check: [
          { take: 'passed', to: ['close'] },
          { take: 'failed', to: ['plan'], loop: 'check→plan' },
        ],
      },
      // Start, Choice, Parallel, end of the branch, audit, close, close of the run; and in each of four rounds plan, Choice, a or b, check, Choice.
      transitions: { worst: 27, retries: 14 },
    });
    expect((await place.json('run', '--dry-run')).document).toEqual(document);
    expect(existsSync(join(place.path, '.workflow'))).toBe(false);
  });

  it('is that of a run which starts at a node', async () => {
    const { document } = await place.json('run', '--dry-run', '--from', 'check');
    expect(document).toMatchObject({ batches: [['check'], ['close']], time: { most: 600 } });
    const { code, document: wrong } = await place.json('run', '--dry-run', '--from', 'chek');
    expect([code, wrong.error]).toEqual([2, 'the workflow has no node "chek"; did you mean "check"?']);
  });

  it('is shown to people', async () => {
    const { stdout } = await place.run('plan');
    expect(stdout).toContain('    1  plan | audit\n    2  a | b\n    3  check\n    4  close\n');
    expect(stdout).toContain('  check→plan at most 3 times\n');
  });
});

describe('graph', () => {
  it('draws for Mermaid, with nothing in a label that means something there', async () => {
    const { stdout } = await place.run('graph');
    expect(stdout).toContain('flowchart TD\n  n0{{"plan<br>s-plan"}}:::c0\n');
    expect(stdout).toContain('  n0 -->|"say #34;a#34; #38; #60;b#62;"| n1\n');
    expect(stdout).toContain('  n3 -.->|"fail: max 3 rounds"| n0\n');
    expect((await place.json('graph')).document).toEqual({ format: 'mermaid', text: stdout });
  });

  it('draws for Graphviz, and as SVG', async () => {
    const dot = (await place.run('graph', '--format', 'dot')).stdout;
    expect(dot).toContain('  n0 -> n1 [label="say \\"a\\" & <b>"]\n');
    const { stdout } = await place.run('graph', '--format', 'svg');
    expect(stdout).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(stdout).toContain('say &quot;a&quot; &amp; &lt;b&gt;');
  });

  it('colours a run, and shows in a page how long what took', async () => {
    place.write('script.yaml', 'plan: [{label: other}]\n');
    const { document } = await place.json('run', '--mock', 'script.yaml');
    const page = await place.run('graph', '--run', 'latest', '--format', 'html', '-o', 'run.html');
    expect(page.code).toBe(0);
    const html = place.read('run.html');
    expect(html).toContain(`<title>review 1.0.0, run ${document.run} (completed)</title>`);
    expect(html).toContain('<tr><td>a<td>skipped<td>0<td>plan took &#39;other&#39;');
    expect(html.match(/class="bar passed"/g)).toHaveLength(5);
    const coloured = (await place.run('graph', '--run', document.run)).stdout;
    expect(coloured).toContain('classDef c0 fill:#dcfce7,stroke:#15803d,color:#14532d');
    expect((await place.json('graph', '--run', 'none')).code).toBe(2);
  });
});

describe('status', () => {
  it('shows the nodes of a run in the order of the file, and the history, the newest first', async () => {
    expect((await place.json('status')).document).toEqual({ runs: [] });
    place.write('fail.yaml', 'check: {error: broken}\n');
    const first = (await place.json('run', '--mock', 'fail.yaml')).document;
    const second = (await place.json('run', '--mock', '--fresh')).document;
    const shown = (await place.run('status', '--run', first.run)).stdout;
    expect(shown).toContain(`Run: ${first.run}, FAILED (`);
    expect(
      shown
        .split('\n')
        .slice(4, -1)
        .map((line) => line.trim().split(/ +/).slice(0, 3).join(' ')),
    ).toEqual([
      '✓ plan passed',
      '✓ a passed',
      '⊘ b skipped',
      '✗ check blocked',
      '✓ audit passed',
      '○ close pending',
      'loop check→plan taken',
    ]);
    expect((await place.json('status', 'review')).document).toMatchObject({
      run: second.run,
      status: 'completed',
      nodes: second.state.nodes,
    });
    const runs = async (...options: string[]) => {
      const { document } = await place.json('status', ...options);
      return (document as unknown as { runs: { run: string; status: string }[] }).runs.map(({ run, status }) => [
        run,
        status,
      ]);
    };
    expect(await runs('--last', '9')).toEqual([
      [second.run, 'completed'],
      [first.run, 'failed'],
    ]);
    expect(await runs('--last', '1')).toEqual([[second.run, 'completed']]);
    expect(await runs('--status', 'failed')).toEqual([[first.run, 'failed']]);
    expect(await runs('other', '--last', '9')).toEqual([]);
    for (const history of [[], ['--last', '9']])
      expect(await place.run('status', 'other', ...history)).toEqual({
        code: 0,
        stdout: expect.stringContaining('There is no such run') as string,
        stderr: 'warning there is no workflow other; there are no others in workflows/\n',
      });
  });

  it('knows the runs of a file that is gone, or cannot be read any more', async () => {
    const { document } = await place.json('run', 'workflow.yaml', '--mock');
    for (const text of [undefined, 'name: [', '']) {
      place.write('workflow.yaml', text ?? '');
      if (text === undefined) rmSync(join(place.path, 'workflow.yaml'));
      expect((await place.json('status', 'workflow.yaml')).document.run).toBe(document.run);
      expect((await place.json('runs', 'workflow.yaml')).document.runs).toHaveLength(1);
    }
  });
});

describe('the command line', () => {
  it('writes the schema of both dialects', async () => {
    const { document } = await place.json('schema');
    expect(document).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: { graph: {}, steps: {} },
    });
  });

  it('knows no help for a verb that there is not', async () => {
    expect(await place.run('help', 'statsu')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error unknown command 'statsu'\n\(Did you mean status\?\)/),
    });
    expect((await place.run('help', 'status')).stdout).toMatch(/^Usage: stepwright status /);
  });

  it('explains itself', async () => {
    const help = await place.run('--help');
    expect([help.code, help.stderr]).toEqual([0, '']);
    for (const verb of [
      'validate',
      'compile',
      'plan',
      'run',
      'status',
      'resume',
      'approve',
      'cancel',
      'graph',
      'schema',
    ]) {
      expect(help.stdout).toContain(`\n  ${verb} `);
      const { code, stdout } = await place.run(verb, '--help');
      expect([code, stdout]).toEqual([0, expect.stringContaining(`Examples:\n  $ stepwright ${verb}`)]);
    }
    expect((await place.run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [['vlidate'], /unknown command 'vlidate'\n\(Did you mean validate\?\)/],
    [['validate', '--skill-dir', 'x'], /unknown option '--skill-dir'\n\(Did you mean --skills-dir\?\)/],
    [['approve'], /missing required argument 'node'/],
    [['compile', '--target', 'moon'], /Allowed choices are local, aws/],
    [['run', 'a', 'b'], /too many arguments/],
    [[], /Usage: stepwright/],
  ])('refuses %j with code 2', async (argv, said) => {
    const { code, stdout, stderr } = await place.run(...argv);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(said)]);
    const json = await place.run(...argv, '--json');
    expect([json.code, json.stderr]).toEqual([2, '']);
    expect(JSON.parse(json.stdout)).toEqual({ error: expect.any(String) });
  });
});
