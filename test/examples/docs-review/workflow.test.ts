import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import type { Skill } from '../../../lib/skills/skill.ts';
import { fakeContext } from '../fake-context.ts';

const FOLDER = join(import.meta.dirname, '../../../examples/docs-review');

interface Node {
  readonly id: string;
  readonly skill: string;
  readonly inputs?: readonly string[];
  readonly outputs?: readonly string[];
  readonly with?: Readonly<Record<string, unknown>>;
}

const workflow = parse(readFileSync(join(FOLDER, 'workflow.yaml'), 'utf8')) as { nodes: Node[] };

function shippedDocuments(): Record<string, string> {
  const entries = readdirSync(join(FOLDER, 'docs'), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.sort().map((path) => [relative(FOLDER, path), readFileSync(path, 'utf8')]));
}

const covers = (declared: string, path: string) =>
  declared.endsWith('/') ? path.startsWith(declared) : path === declared;

/** Runs nodes of the workflow by hand, each with exactly the inputs, outputs and arguments that it declares. */
function openProject(files: Record<string, string> = shippedDocuments(), input?: unknown) {
  const run = async (id: string, round = 1) => {
    const node = workflow.nodes.find((one) => one.id === id)!;
    const module = (await import(`../../../examples/docs-review/skills/${node.skill}/index.ts`)) as { default: Skill };
    const inputs = Object.entries(files).filter(([path]) => node.inputs?.some((one) => covers(one, path)));
    const parts = { args: node.with ?? {}, input, round };
    const { context, written } = fakeContext({ files: Object.fromEntries(inputs), ...parts });
    const result = (await module.default(context)) ?? {};
    if (result.status === 'failed') return result;
    for (const output of node.outputs ?? []) {
      expect([...written.keys()]).toContainEqual(expect.stringContaining(output));
    }
    for (const [path, text] of written) {
      expect(node.outputs?.some((output) => covers(output, path))).toBe(true);
      files[path] = text;
    }
    return result;
  };
  const runAll = async (ids: readonly string[]) => {
    for (const id of ids) await run(id);
  };
  return { files, run, runAll };
}

describe('the review of the shipped documents', () => {
  it('is sent back by the gate once and passes in the second round', async () => {
    const project = openProject();
    await project.runAll(['inventory', 'terms']);
    expect(await project.run('triage')).toEqual({ label: 'full review' });
    await project.runAll(['links', 'structure', 'code', 'wording', 'repair']);

    const first = await project.run('verify');
    expect(first.status).toBe('failed');
    expect(first.note).toMatch(/^4 objections; can be repaired: README\.md:11 the link's file "quickstart\.md"/);
    expect(project.files).not.toHaveProperty(['artifacts/verdict.json']);

    expect(await project.run('repair', 2)).toEqual({ note: '18 repairs of level 1 and 2' });
    expect(await project.run('verify', 2)).toEqual({ note: 'round 2: 19 findings left, 5 errors among them' });
    expect(await project.run('report')).toEqual({ note: '37 found, 18 repaired, 19 left' });
  });

  it('changes in the copies what was found, and nothing else', async () => {
    const project = openProject();
    await project.runAll(['inventory', 'terms', 'links', 'structure', 'code', 'wording']);
    await project.run('repair', 2);
    const gone = Object.keys(project.files).flatMap((path) => {
      const copy = project.files[`artifacts/${path}`]?.split('\n');
      if (copy === undefined) return [];
      const lines = project.files[path]!.split('\n').filter((line) => !copy.includes(line));
      return lines.map((line) => `${path}: ${line.slice(0, 60)}`);
    });
    expect(gone).toEqual([
      'docs/README.md: everything in one folder that you can copy. ',
      'docs/README.md: - [Take the first snapshot](quickstart.md)',
      'docs/README.md: - [When something goes wrong](troubleshooting.md#a-snapshot-',
      'docs/README.md: | [`marram restore`](commands/Restore.md) | brings files bac',
      'docs/README.md: Ask in the discussions on Github. Please say which version y',
      'docs/commands/restore.md: What `--force` replaces is kept in the store for a week, see',
      'docs/commands/snapshot.md: - `--store FOLDER`: where snapshots are kept. The default co',
      'docs/commands/snapshot.md: A file that cannot be read is reported and left out, the oth',
      'docs/configuration.md: ```jason',
      'docs/install.md: Marram is one program without parts to install next to it. I',
      'docs/install.md: #### On Windows',
      'docs/install.md: ##### Behind a proxy',
      "docs/install.md: Set `HTTPS_PROXY` before you install. The proxy's adress mus",
      'docs/install.md: You need the the compiler in the version that `rust-toolchai',
      'docs/install.md: ## Check the installation:',
      'docs/quick-start.md: The snapshot is written to the store only when all files hav',
    ]);
    expect(project.files['artifacts/docs/install.md']).toContain('\n### On Windows\n');
    expect(project.files['artifacts/docs/install.md']).toContain('\n#### Behind a proxy\n');
    expect(project.files['artifacts/docs/install.md']).toContain('\n```console\n$ marram doctor\n');
    expect(project.files['artifacts/docs/README.md']).toContain('\n```console\n$ marram --version\n');
    expect(project.files['artifacts/docs/quick-start.md']).not.toContain('\n\n\n');
    expect(project.files['artifacts/docs/troubleshooting.md']).toBe(project.files['docs/troubleshooting.md']);
  });

  it('looks at the links alone when asked to, and then repairs nothing else', async () => {
    const project = openProject(shippedDocuments(), { scope: 'links' });
    await project.runAll(['inventory', 'terms']);
    expect(await project.run('triage')).toMatchObject({ label: 'links only' });
    await project.runAll(['links', 'repair']);
    expect(await project.run('verify')).toMatchObject({ status: 'failed' });
    await project.run('repair', 2);
    await project.run('verify', 2);
    expect(await project.run('report')).toEqual({ note: '10 found, 5 repaired, 5 left' });
    expect(project.files['artifacts/docs/README.md']).toContain(
      'stores\neverything in one folder that you can copy. \n',
    );
  });

  it('reports that there was nothing to review', async () => {
    const path = 'docs/changelog.md';
    const project = openProject({ [path]: shippedDocuments()[path]! });
    await project.runAll(['inventory', 'terms']);
    expect(await project.run('triage')).toMatchObject({ label: 'nothing to review' });
    await project.run('report');
    expect(project.files['artifacts/report.md']).toContain('Nothing was reviewed: none of the 1 files');
  });

  it('begins each round with the documents as they are, so that a round can be repeated', async () => {
    const project = openProject();
    await project.runAll(['inventory', 'terms', 'links', 'structure', 'code', 'wording']);
    await project.run('repair', 2);
    const first = project.files['artifacts/docs/README.md'];
    await project.run('repair', 2);
    expect(project.files['artifacts/docs/README.md']).toBe(first);
  });
});
