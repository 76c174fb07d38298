import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isTemporary } from '../../lib/store/atomic-file.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import type { Project } from '../cli/command-line.ts';
import { project } from '../cli/command-line.ts';
import type { KilledRun, Killing } from './kills.ts';
import { runWithKills, undisturbed } from './kills.ts';
import { random } from './random.ts';

const ROOT = join(import.meta.dirname, '../..');

/** How often each workflow's processes are killed, at least. */
const KILLS = 25;

describe('a run whose process is killed again and again', () => {
  let place: Project;

  afterEach(() => place.remove());

  it('comes to the same end with skills that do real work', async () => {
    place = await project({});
    for (const name of ['docs', 'skills', 'workflow.yaml']) {
      cpSync(join(ROOT, 'examples/docs-review', name), join(place.path, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(place.path, 'node_modules'));
    const argv = ['run'];
    const calm = await undisturbed(place, argv);
    expect(calm.state.loops).toEqual(new Map([['verify→repair', 1]]));
    const written = artifactsIn(place);
    await killOften({ place, argv, seconds: calm.seconds, random: random(1) }, (run) => {
      expect(gist(run)).toEqual(gist({ state: calm.state, lost: new Map() }));
      expect(artifactsIn(place)).toEqual(written);
    });
  }, 120_000);

  it('comes to the same end in a workflow with two loops and much at the same time', async () => {
    place = await project({
      'workflow.yaml': readFileSync(
        join(ROOT, 'test/diagnostics/samples/software-agent-workflow/workflow.yaml'),
        'utf8',
      ),
    });
    const argv = ['run', '--mock', 'script.json'];
    let script = twoLoops(nodeIds(place));
    const write = () => place.write('script.json', JSON.stringify(script));
    write();
    const calm = await undisturbed(place, argv);
    expect(calm.state.loops).toEqual(
      new Map([
        ['S04→S01', 1],
        ['S14→S12', 1],
        ['S16→S12', 1],
      ]),
    );
    const killing: Killing = {
      ...{ place, argv, seconds: calm.seconds, random: random(2) },
      // A script goes by executions; the one that was lost had the outcome that the next one is to have.
      onLost(node, execution) {
        const list = script[node]!;
        list.splice(execution, 0, list[Math.min(execution, list.length) - 1]!);
        write();
      },
    };
    await killOften(killing, (run) => {
      expect(gist(run)).toEqual(gist({ state: calm.state, lost: new Map() }));
      script = twoLoops(Object.keys(script));
      write();
    });
  }, 120_000);
});

/** Runs with kills until there were enough of them; `check` is told of each run that has ended. */
async function killOften(killing: Killing, check: (run: KilledRun) => void): Promise<void> {
  let lost = 0;
  for (let kills = 0; kills < KILLS;) {
    const run = await runWithKills(killing);
    kills += run.kills;
    lost += [...run.lost.values()].reduce((sum, executions) => sum + executions, 0);
    check(run);
  }
  // Without any the kills would have come too early or too late to show anything.
  expect(lost).toBeGreaterThan(5);
  const doctor = await killing.place.run('doctor');
  expect([doctor.code, doctor.stdout.includes('✗')]).toEqual([0, false]);
}

/** What must not hang on kills: how each node ended, and how often it was executed besides what was lost. */
function gist({ state, lost }: Pick<KilledRun, 'state' | 'lost'>): object {
  const nodes = [...state.nodes].map(([id, { status, label, reason, round, runs, artifacts }]) => {
    return [id, { status, label, reason, round, artifacts, runs: (runs ?? 0) - (lost.get(id) ?? 0) }];
  });
  return { result: state.result, loops: state.loops, nodes: Object.fromEntries(nodes) as object };
}

/** All files that nodes have written, besides what tells of one run and what a kill left half written. */
function artifactsIn(place: Project): Record<string, string> {
  const entries = readdirSync(join(place.path, 'artifacts'), { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && entry.name !== 'closeout-report.md' && !isTemporary(entry.name),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

function nodeIds(place: Project): string[] {
  return [...place.read('workflow.yaml').matchAll(/- id: (\w+)/g)].map(([, id]) => id!);
}

/** Both loops and the way back from the gate are taken once; every skill takes a moment. */
function twoLoops(ids: readonly string[]): Record<string, ScriptedOutcome[]> {
  const outcomes: Record<string, ScriptedOutcome[]> = {
    S02: [{ label: 'existing issue or bug needs fixing' }, { label: 'requirements are unclear' }],
    S14: [{ label: 'integrated changes require implementation updates' }, { label: 'frontend implementation work' }],
    S16: [{ fail: 'two tests are red' }, {}],
    S17: [{ label: 'no release deployment is required' }],
  };
  return Object.fromEntries(
    ids.map((id) => [id, (outcomes[id] ?? [{}]).map((outcome) => ({ ...outcome, seconds: 0.03 }))]),
  );
}
