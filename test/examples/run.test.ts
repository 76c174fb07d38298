import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compile } from '../../lib/compile/index.ts';
import { runMachine } from '../../lib/local/machine.ts';
import { localEnvironment } from '../../lib/local/environment.ts';
import { skillsIn } from '../../lib/local/run-skill.ts';
import { indexTable } from '../../lib/node/view.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../lib/store/memory-state.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const MONDAY = '2026-10-05T05:30:00Z';
const SUNDAY = '2026-10-04T05:30:00Z';

interface Parts {
  readonly input?: unknown;
  readonly now?: string;
  /** Which of the shipped documents the project has; all of them unless told. */
  readonly has?: (path: string) => boolean;
}

/** Runs an example with its own skills on the local engine, in memory, and gives each node's status. */
async function run(example: string, { input, now = MONDAY, has = () => true }: Parts = {}) {
  const folder = join(EXAMPLES, example);
  const { compiled } = compile(readFileSync(join(folder, 'workflow.yaml')), { fileExists: () => true });
  const artifacts = memoryArtifacts(documentsOf(folder, has));
  const result = await runMachine({
    asl: compiled!.asl,
    run: 'run-1',
    ...(input !== undefined && { input }),
    sleep: () => Promise.resolve(),
    deps: {
      workflow: indexTable(compiled!.table),
      state: memoryState(),
      artifacts,
      runSkill: skillsIn({ dirs: [join(folder, 'skills')] }, localEnvironment(folder, 'workflow.yaml')),
      now: () => new Date(now),
      log() {},
    },
  });
  const nodes = Object.fromEntries([...result.state.nodes].map(([id, { status }]) => [id, status]));
  const artifact = async (node: string, path: string, round?: number) => {
    const { slug } = compiled!.table.nodes.find(({ id }) => id === node)!;
    const bytes = await artifacts.read({ run: 'run-1', node: slug, round: round ?? 1 }, path);
    return bytes && new TextDecoder().decode(bytes);
  };
  return { ...result, nodes, note: (id: string) => result.state.nodes.get(id)?.note, artifact };
}

function documentsOf(folder: string, has: (path: string) => boolean): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const documents = paths.filter((path) => relative(folder, path).startsWith('docs/') && has(path));
  return new Map(documents.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}

const input = (name: string): unknown =>
  JSON.parse(readFileSync(join(EXAMPLES, 'morning-report/inputs', name), 'utf8'));

describe('a run of docs-review', () => {
  const ALL = ['inventory', 'terms', 'triage', 'links', 'structure', 'code', 'wording', 'repair', 'verify'];

  it('goes back once and completes', async () => {
    const { status, nodes, state, note, artifact } = await run('docs-review');
    expect(status).toBe('completed');
    expect(nodes).toEqual(Object.fromEntries([...ALL, 'report', 'close'].map((id) => [id, 'passed'])));
    expect(state.loops).toEqual(new Map([['verify→repair', 1]]));
    expect(note('verify')).toBe('round 2: 19 findings left, 5 errors among them');
    expect(note('report')).toBe('37 found, 18 repaired, 19 left');
    expect(await artifact('repair', 'artifacts/docs/README.md', 1)).toContain('(quickstart.md)');
    expect(await artifact('repair', 'artifacts/docs/README.md', 2)).toContain('(quick-start.md)');
    expect(await artifact('report', 'artifacts/report.md')).toMatch(/^# Review of the documents\n/);
  });

  it('checks the links alone', async () => {
    const { status, nodes, note } = await run('docs-review', { input: 'links' });
    expect(status).toBe('completed');
    expect(nodes).toMatchObject({ links: 'passed', structure: 'skipped', code: 'skipped', wording: 'skipped' });
    expect(note('report')).toBe('10 found, 5 repaired, 5 left');
  });

  it('leaves the wording out', async () => {
    const { status, nodes, note } = await run('docs-review', { input: { wording: 'off' } });
    expect(status).toBe('completed');
    expect(nodes).toMatchObject({ structure: 'passed', wording: 'skipped' });
    expect(note('report')).toBe('26 found, 13 repaired, 13 left');
  });

  it('is blocked at a gate that lets no error pass', async () => {
    const { status, nodes } = await run('docs-review', { input: { strict: true } });
    expect(status).toBe('failed');
    expect(nodes).toMatchObject({ repair: 'passed', verify: 'blocked', report: 'pending', close: 'pending' });
  });

  it('completes when there is nothing to review', async () => {
    const { status, nodes } = await run('docs-review', { has: (path) => path.endsWith('changelog.md') });
    expect(status).toBe('completed');
    expect(nodes).toMatchObject({ terms: 'passed', links: 'skipped', repair: 'skipped', report: 'passed' });
  });
});

describe('a run of morning-report', () => {
  it('reports everything', async () => {
    const { status, state } = await run('morning-report', { input: input('monday.json') });
    expect(status).toBe('completed');
    expect(state.context?.get('headline')).toBe(
      '4 events, 1 in a clash; 2 reminders; 6 files; 2 errors in 5 log entries',
    );
  });

  it('reports in spite of a log that cannot be read', async () => {
    const { status, nodes, state } = await run('morning-report', { input: input('broken-log.json') });
    expect(status).toBe('partial');
    expect(nodes).toMatchObject({ log: 'failed', files: 'skipped', report: 'passed', headline: 'passed' });
    expect(state.context?.get('headline')).toBe(
      '1 event; 2 reminders; line 2 of the log is no entry: "Segmentation fault (core dumped)"',
    );
  });

  it('reports the reminders alone without an input', async () => {
    const { status, state } = await run('morning-report');
    expect(status).toBe('completed');
    expect(state.context?.get('report')).toBe('2 reminders\n- look at the inbox\n- plan the week');
  });

  it('reports nothing on a Sunday', async () => {
    const { status, nodes } = await run('morning-report', { input: input('monday.json'), now: SUNDAY });
    expect(status).toBe('completed');
    expect(nodes).toMatchObject({ day: 'passed', agenda: 'passed', report: 'skipped', headline: 'skipped' });
  });
});
