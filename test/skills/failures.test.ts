import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endSpareWorker } from '../../lib/skills/code/workers.ts';
import type { Project } from '../cli/command-line.ts';
import { project } from '../cli/command-line.ts';

const workflow = (outputs: string) => `name: fails alone
version: 1.0.0
nodes:
  - {id: make, skill: make, role: executor, timeout_seconds: 20, retry: {max: 0}, outputs: [${outputs}]}
  - {id: beside, skill: beside, role: executor, outputs: [artifacts/beside.md]}
  - {id: end, skill: engineering-closeout, role: closeout}
edges:
  - {from: make, to: end}
  - {from: beside, to: end}
final: end
`;

const OUTPUT = 'artifacts/out.md';
const WRITES = `await artifacts.write('${OUTPUT}', 'half done');`;

describe('a failure of a skill of code', () => {
  let place: Project;

  beforeAll(async () => {
    place = await project({
      'skills/beside/index.js': `export default async ({ artifacts }) => artifacts.write('artifacts/beside.md', 'done');`,
    });
  });

  afterAll(async () => {
    await place.remove();
    await endSpareWorker();
  });

  async function run(body: string, outputs = OUTPUT, file = 'index.mjs') {
    place.write('workflow.yaml', workflow(outputs));
    place.write(`skills/make/${file}`, body);
    const { code, document } = await place.json('run', '--fresh');
    return { code, ...document };
  }

  it.each([
    ['it throws', `${WRITES} throw new Error('no more');`, 'no more'],
    ['it says so', `${WRITES} return { status: 'failed', note: 'not good' };`, 'not good'],
    ['it exits', `${WRITES} process.exit(0);`, 'the skill ended its process with code 0 (skills/make/index.mjs:1)'],
    [
      'a promise is rejected',
      `${WRITES} Promise.reject(new Error('lost')); await new Promise(() => {});`,
      'a promise of the skill was rejected and nobody handled it: lost (skills/make/index.mjs:1)',
    ],
    [
      'something is thrown that nobody catches',
      `${WRITES} setImmediate(() => { throw new TypeError('odd'); }); await new Promise(() => {});`,
      'uncaught in the skill: odd (skills/make/index.mjs:1)',
    ],
    [
      'its result is none',
      `${WRITES} return { artefacts: {} };`,
      "the skill returned the field 'artefacts', which no result has; a failure is { status: 'failed', note }",
    ],
    [
      'it returns an error',
      `${WRITES} return new Error('not thrown');`,
      'the skill returned a value of type Error, which is no result',
    ],
    [
      'its message is too long for a record',
      `${WRITES} throw new Error('ä'.repeat(1_000_000));`,
      `${'ä'.repeat(3999)}…`,
    ],
    [
      'it writes what is not declared',
      `${WRITES} await artifacts.write('artifacts/other.md', 'x');`,
      "the skill wrote artifacts/other.md, which is not among the node's outputs",
    ],
    [
      'it writes out of the project',
      `${WRITES} await artifacts.write('../out.md', 'x');`,
      'an artifact may not be written to ../out.md',
    ],
    [
      'it writes what is no content',
      `${WRITES} await artifacts.write('artifacts/other.md', { a: 1 });`,
      'the artifact artifacts/other.md is given neither a text, nor bytes, nor a readable stream',
    ],
    [
      'a stream breaks off',
      `const { Readable } = await import('node:stream');
      await artifacts.write('${OUTPUT}', Readable.from((function* () { yield 'half'; throw new Error('line cut'); })()));`,
      'line cut',
    ],
  ])('because %s leaves evidence and no output, and stops nothing else', async (_, body, evidence) => {
    const { code, status, state, run: ran } = await run(`export default async ({ artifacts }) => { ${body} };`);
    expect([code, status]).toEqual([1, 'failed']);
    expect(state.nodes['make']).toMatchObject({
      status: 'blocked',
      artifacts: [],
      note: `blocked after 1 attempt: ${evidence}`,
    });
    expect(state.nodes['make']).not.toHaveProperty('files');
    expect(state.nodes['beside']).toMatchObject({ status: 'passed', artifacts: ['artifacts/beside.md'] });
    expect(existsSync(join(place.path, OUTPUT))).toBe(false);
    expect(existsSync(join(place.path, '.workflow/runs', ran, 'artifacts/make'))).toBe(false);
    expect(place.read('.workflow/state.json')).not.toContain(place.path);
  });

  it('because it never yields ends at its timeout', async () => {
    place.write('workflow.yaml', workflow(OUTPUT).replace('timeout_seconds: 20', 'timeout_seconds: 1'));
    place.write('skills/make/index.mjs', 'export default () => {\n  for (;;);\n};\n');
    const { code, document } = await place.json('run', '--fresh');
    expect(code).toBe(1);
    expect(document.state.nodes['make']).toMatchObject({
      status: 'blocked',
      note: 'blocked after 1 attempt: timed out after 1s',
    });
    expect(document.state.nodes['beside']!.status).toBe('passed');
  });

  it('because nothing is in a declared directory', async () => {
    const { state } = await run('export default () => {};', 'dist/');
    expect(state.nodes['make']).toMatchObject({
      status: 'blocked',
      note: 'blocked after 1 attempt: the skill left declared outputs unwritten: dist/',
    });
    const filled = await run(`export default () => ({ artifacts: { 'dist/a/b.txt': 'x' } });`, 'dist/');
    expect(filled.state.nodes['make']).toMatchObject({ status: 'passed', artifacts: ['dist/a/b.txt'] });
  });

  it('because its module is broken tells file and line', async () => {
    const { state } = await run('const a = 1;\nexport default (;\n');
    expect(state.nodes['make']!.note).toBe(
      'blocked after 1 attempt: the skill cannot be loaded: Unexpected ";" (skills/make/index.mjs:2)',
    );
  });
});

describe('a skill of the name engineering-closeout', () => {
  const closeout = (body: string) => ({
    'workflow.yaml': `name: closes
version: 1.0.0
nodes:
  - {id: work, skill: work, role: executor}
  - {id: end, skill: engineering-closeout, role: closeout, retry: {max: 0}, outputs: [artifacts/closeout-report.md]}
edges:
  - {from: work, to: end}
final: end
`,
    'skills/work/index.js': 'export default () => {};',
    'skills/engineering-closeout/index.js': body,
  });
  const SECTIONS = [
    'Final status',
    'Changed files',
    'Tests',
    'Release state',
    'Docs state',
    'Remaining issues',
    'Next steps',
  ];

  afterAll(endSpareWorker);

  it('replaces the builtin one; the run is complete by the record, and the report says so', async () => {
    const place = await project(
      closeout(`export default () => ({ artifacts: { 'artifacts/closeout-report.md': '# All is well, trust me' } });`),
    );
    const { code, document } = await place.json('run');
    expect([code, document.status]).toEqual([0, 'completed']);
    const report = place.read('artifacts/closeout-report.md');
    expect([...report.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(SECTIONS);
    const own = `.workflow/runs/${document.run}/artifacts/end/1/artifacts/closeout-report.md`;
    expect(place.read(own)).toBe('# All is well, trust me');
    await place.remove();
  });

  it.each([
    [
      'says that it failed',
      `export default () => ({ status: 'failed', note: 'tests are missing' });`,
      'tests are missing',
    ],
    [
      'writes no report',
      'export default () => {};',
      'the skill left declared outputs unwritten: artifacts/closeout-report.md',
    ],
  ])('that %s fails the run', async (_, body, evidence) => {
    const place = await project(closeout(body));
    const { code, document } = await place.json('run');
    expect([code, document.status]).toEqual([1, 'failed']);
    expect(document.state.nodes['end']).toMatchObject({
      status: 'blocked',
      note: `blocked after 1 attempt: ${evidence}`,
    });
    const report = place.read('artifacts/closeout-report.md');
    expect([...report.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(SECTIONS);
    expect(report).toContain(evidence);
    await place.remove();
  });

  it('cannot make a run complete of which something is left', async () => {
    const files = closeout(`export default () => ({ artifacts: { 'artifacts/closeout-report.md': '# Done' } });`);
    const place = await project({
      ...files,
      'skills/work/index.js': `export default () => { throw new Error('broken'); };`,
    });
    const { code, document } = await place.json('run');
    expect([code, document.status]).toEqual([1, 'failed']);
    expect(document.state.nodes['end']!.status).toBe('pending');
    expect(place.read('artifacts/closeout-report.md')).toContain('broken');
    await place.remove();
  });
});
