import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunState } from '../../lib/node/assemble.ts';
import { holderOf } from '../../lib/local/lock.ts';
import type { RecordedRun } from '../../lib/local/records.ts';
import { readRun } from '../../lib/local/records.ts';
import { lockPath } from '../../lib/local/run-files.ts';
import { listRuns } from '../../lib/store/file.ts';
import type { Project, RunningCommand } from '../cli/command-line.ts';

export interface Killing {
  readonly place: Project;
  /** The command that runs the workflow; it is given again after each kill. */
  readonly argv: readonly string[];
  /** Seconds that an undisturbed process takes. */
  readonly seconds: number;
  readonly random: () => number;
  /** Told of each execution of a skill, counted from 1, whose process was killed. */
  readonly onLost?: (node: string, execution: number) => void;
}

export interface KilledRun {
  readonly run: string;
  readonly state: RunState;
  readonly kills: number;
  /** How many executions of each node's skill died with their process. */
  readonly lost: ReadonlyMap<string, number>;
}

/** A run that is not disturbed, and how long its process took. */
export async function undisturbed(
  place: Project,
  argv: readonly string[],
): Promise<{ readonly state: RunState; readonly seconds: number }> {
  const began = Date.now();
  const { code, stderr } = await place.spawn(...argv, '--fresh', '--json').ended;
  expect([code, stderr.includes('error')]).toEqual([0, false]);
  const seconds = (Date.now() - began) / 1000;
  const [run] = await listRuns(place.path, 1);
  return { state: (await readRun(place.path, run!))!.state, seconds };
}

/** Starts a run anew, and kills its process and starts it again until a process lives to see the end. */
export async function runWithKills(killing: Killing): Promise<KilledRun> {
  const { place, argv, seconds, random } = killing;
  const [before] = await listRuns(place.path, 1);
  const watch = recordWatch(killing);
  for (let kills = 0; ; kills++) {
    const command = place.spawn(...argv, ...(kills === 0 ? ['--fresh'] : []), '--json');
    const killed = await killAfter(command, (0.2 + 0.8 * random()) * seconds);
    const run = await latestAfter(place, before);
    if (run) await watch.look(run);
    // A process may be killed when all of its work is done.
    if (run?.header.result !== undefined) return { run: run.run, state: run.state, kills, lost: watch.lost };
    if (!killed) throw new Error(`the process ended, but not the run: ${(await command.ended).stdout}`);
  }
}

async function killAfter({ child, ended }: RunningCommand, seconds: number): Promise<boolean> {
  await Promise.race([wait(seconds * 1000), ended]);
  child.kill('SIGKILL');
  const { code, stdout } = await ended;
  expect([0, -1].includes(code) ? '' : stdout).toBe('');
  return code === -1;
}

async function latestAfter(place: Project, before: string | undefined): Promise<RecordedRun | undefined> {
  const [run] = await listRuns(place.path, 1);
  return run === undefined || run === before ? undefined : readRun(place.path, run);
}

/** Looks at what a killed process has left, and holds it against what was there before. */
function recordWatch({ place, onLost }: Killing): {
  readonly lost: ReadonlyMap<string, number>;
  look(recorded: RecordedRun): Promise<void>;
} {
  const executions = new Set<string>();
  const lost = new Map<string, number>();
  let latest: RunState | undefined;
  return {
    lost,
    async look({ run, state }) {
      expect((await place.run('doctor', '--run', run)).stdout).toBe(`✓ ${run}\n`);
      const lock = lockPath(place.path, run);
      expect(existsSync(lock) && holderOf(lock)).toBe(existsSync(lock) ? undefined : false);
      for (const file of [`.workflow/runs/${run}/state.json`, '.workflow/state.json']) {
        if (!existsSync(`${place.path}/${file}`)) continue;
        const shown = JSON.parse(place.read(file)) as { readonly nodes: object };
        expect(Object.keys(shown.nodes)).toEqual([...state.nodes.keys()]);
      }
      for (const [id, node] of state.nodes) {
        const was = latest?.nodes.get(id);
        // What has passed in this round is not run again.
        if (was?.status === 'passed' && was.round === node.round) expect([id, node]).toEqual([id, was]);
        const execution = `${id} ${node.runs}`;
        if (node.status !== 'running' || executions.has(execution)) continue;
        executions.add(execution);
        lost.set(id, (lost.get(id) ?? 0) + 1);
        onLost?.(id, node.runs!);
      }
      latest = state;
    },
  };
}
