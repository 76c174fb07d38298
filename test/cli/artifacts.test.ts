import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endSpareWorker } from '../../lib/skills/code/workers.ts';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const WORKFLOW = `name: makes files
version: 1.0.0
nodes:
  - {id: draft, skill: make, role: executor, outputs: [artifacts/draft.md, dist/], with: {round: 1}}
  - {id: review, skill: look, role: validator, inputs: [artifacts/draft.md], outputs: [artifacts/review.json]}
  - {id: end, skill: engineering-closeout, role: closeout}
edges:
  - {from: draft, to: review}
  - {from: review, to: draft, label: again (up to 1), loop: true}
  - {from: review, to: end, label: fine}
final: end
`;

const MAKE = `export default async ({ artifacts, round }) => {
  await artifacts.write('artifacts/draft.md', 'draft ' + round + '\\n');
  await artifacts.write('dist/deep/app.bin', new Uint8Array([0, 255, round]));
};`;
const LOOK = `export default async ({ artifacts, round, labels }) => ({
  label: labels[round === 1 ? 1 : 0],
  artifacts: { 'artifacts/review.json': JSON.stringify({ seen: await artifacts.read('artifacts/draft.md') }) },
});`;

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

describe('artifacts', () => {
  let place: Project;

  beforeAll(async () => {
    place = await project({
      'workflow.yaml': WORKFLOW,
      'skills/make/index.js': MAKE,
      'skills/look/index.js': LOOK.replace('labels[round === 1 ? 1 : 0]', "round === 1 ? 'again (up to 1)' : 'fine'"),
    });
    const ran = await place.json('run');
    expect([ran.code, ran.document.status]).toEqual([0, 'completed']);
  });

  afterAll(async () => {
    await place.remove();
    await endSpareWorker();
  });

  it('lists them with size, type, node and round', async () => {
    expect((await place.run('artifacts')).stdout).toBe(
      [
        'PATH                          BYTES  TYPE                      NODE    ROUND',
        'artifacts/draft.md            8      text/markdown             draft   2',
        'dist/deep/app.bin             3      application/octet-stream  draft   2',
        'artifacts/review.json         20     application/json          review  2',
        `artifacts/closeout-report.md  ${place.read('artifacts/closeout-report.md').length}    text/markdown             -       -`,
        '',
      ].join('\n'),
    );
    const { document } = await place.json('artifacts', 'workflow.yaml', '--node', 'draft');
    expect((document as unknown as { artifacts: unknown }).artifacts).toEqual([
      {
        path: 'artifacts/draft.md',
        node: 'draft',
        round: 2,
        type: 'text/markdown; charset=utf-8',
        bytes: 8,
        sha256: sha256('draft 2\n'),
      },
      {
        path: 'dist/deep/app.bin',
        node: 'draft',
        round: 2,
        type: 'application/octet-stream',
        bytes: 3,
        sha256: sha256(Uint8Array.of(0, 255, 2)),
      },
    ]);
  });

  it('keeps checksums in the record, and every version by run, node and round', async () => {
    const { document } = await place.json('status');
    const { run } = document;
    const state = JSON.parse(place.read('.workflow/state.json')) as { nodes: Record<string, { files?: unknown[] }> };
    expect(state.nodes['review']!.files).toEqual([
      { path: 'artifacts/review.json', type: 'application/json', bytes: 20, sha256: sha256('{"seen":"draft 2\\n"}') },
    ]);
    expect(state.nodes['end']).not.toHaveProperty('files');
    const versions = join(place.path, '.workflow/runs', run, 'artifacts/draft');
    expect([1, 2].map((round) => readFileSync(join(versions, `${round}/artifacts/draft.md`), 'utf8'))).toEqual([
      'draft 1\n',
      'draft 2\n',
    ]);
    // A record that goes elsewhere and comes back has them still.
    const exported = await place.run('state', 'export');
    place.write('exported.json', exported.stdout);
    expect((await place.run('state', 'import', 'exported.json', '--force')).code).toBe(0);
    expect((await place.run('state', 'export')).stdout).toBe(exported.stdout);
  });

  it('gets one, as text or into a file', async () => {
    expect(await place.run('artifacts', 'get', 'artifacts/draft.md')).toMatchObject({ code: 0, stdout: 'draft 2\n' });
    expect((await place.run('artifacts', 'workflow.yaml', 'get', 'artifacts/closeout-report.md')).stdout).toContain(
      '# Closeout: makes files',
    );
    expect(await place.run('artifacts', 'get', 'dist/deep/app.bin')).toMatchObject({
      code: 2,
      stderr: 'error dist/deep/app.bin is no text; -o writes it into a file\n',
    });
    expect((await place.run('artifacts', 'get', 'dist/deep/app.bin', '-o', 'out/app.bin')).code).toBe(0);
    expect([...readFileSync(join(place.path, 'out/app.bin'))]).toEqual([0, 255, 2]);
    const { document } = await place.json('artifacts', 'get', 'dist/deep/app.bin');
    expect(document).toMatchObject({ path: 'dist/deep/app.bin', bytes: 3, base64: 'AP8C' });
  });

  it('says what there is not', async () => {
    expect(await place.run('artifacts', 'get', 'artifacts/drafts.md')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has no artifact "artifacts/drafts.md"; did you mean artifacts/draft.md?'),
    });
    expect((await place.run('artifacts', 'get', '../workflow.yaml')).code).toBe(2);
    expect((await place.run('artifacts', 'get')).code).toBe(2);
    expect(await place.run('artifacts', '--node', 'drafft')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean "draft"?'),
    });
    expect((await place.run('artifacts', '--run', '../../x')).code).toBe(2);
  });
});
