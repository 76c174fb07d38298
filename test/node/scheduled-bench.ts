import { compile } from '../../lib/compile/index.ts';
import { assemble } from '../../lib/node/assemble.ts';
import { closeRun } from '../../lib/node/close-run.ts';
import type { NodeDeps } from '../../lib/node/deps.ts';
import type { NextStart } from '../../lib/node/overlap.ts';
import type { Header } from '../../lib/node/record.ts';
import { runNode } from '../../lib/node/run-node.ts';
import type { StartAnswer } from '../../lib/node/start-run.ts';
import { startRun } from '../../lib/node/start-run.ts';
import { settleExecution } from '../../lib/node/settle-execution.ts';
import { settleTurn } from '../../lib/node/settle-turn.ts';
import { asHeader, indexTable } from '../../lib/node/view.ts';
import { scheduleInput } from '../../lib/schedule/schedule-input.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import type { StateStore } from '../../lib/store/state-store.ts';

/** The workflow whose one step takes 90 seconds, of the case of overlapping schedules. */
const yaml = (schedule: string) => `
workflow: {name: overlap, description: case, version: 1.0.0}
schedule: {enabled: true, cron: '* * * * *', timezone: UTC${schedule}}
steps:
  - {id: a, name: a, command: /sleep90}
`;

/** Executions of a scheduled workflow, with a clock that only the test moves. */
export interface ScheduledBench {
  readonly state: StateStore;
  readonly deps: NodeDeps;
  /** Starts that were asked for by the end of a run. */
  readonly asked: NextStart[];
  /** Sets the clock, as seconds since midnight. */
  at(seconds: number): void;
  /** An execution begins that a tick has started; `tick` is when that was due, in seconds since midnight. */
  tick(execution: string, tick: number): Promise<StartAnswer>;
  start(execution: string, input: unknown): Promise<StartAnswer>;
  /** Its step passes, and the run is closed. */
  finish(run: string, execution?: string): Promise<void>;
  /** What is called when the execution of a run has ended without closing it. */
  settled(run: string, execution?: string): Promise<void>;
  header(run: string): Promise<Header | undefined>;
  /** Status of the runs that there are, by their ids. */
  runs(): Promise<Record<string, string>>;
}

const day = Date.UTC(2026, 0, 1);
const arn = (name: string) => `arn:aws:states:eu-central-1:000000000000:execution:Machine:${name}`;

export function scheduledBench(state: StateStore, schedule: string): ScheduledBench {
  const { compiled, diagnostics } = compile(yaml(schedule), {});
  if (!compiled) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const { overlap } = compiled.graph.schedule!;
  let now = day;
  const deps: NodeDeps = {
    workflow: indexTable(compiled.table),
    state,
    artifacts: memoryArtifacts(),
    runSkill: () => Promise.resolve({}),
    now: () => new Date(now),
    log: () => undefined,
  };
  const asked: NextStart[] = [];
  const startNext = (next: NextStart) => {
    asked.push(next);
    return Promise.resolve();
  };
  const start = (name: string, input: unknown) =>
    startRun({ execution: arn(name), name, input, epoch: `${name}/0` }, deps);
  const header = async (run: string) => {
    const item = (await state.read(run, ['#run'])).get('#run');
    return item && asHeader(item.value);
  };
  return {
    state,
    deps,
    asked,
    start,
    header,
    at(seconds) {
      now = day + seconds * 1000;
    },
    tick(execution, tick) {
      const due = new Date(day + tick * 1000).toISOString().replace('.000', '');
      return start(execution, scheduleInput('overlap', overlap, {}, due));
    },
    async finish(run, execution = run) {
      const epoch = `${execution}/0`;
      await runNode({ run, epoch, apply: [], node: 'a' }, deps);
      await closeRun({ run, epoch }, { ...deps, startNext });
    },
    async settled(run, execution = run) {
      const ended = { run, execution: arn(execution), cancelled: false };
      await settleExecution(ended, deps);
      await settleTurn(ended, { state, startNext });
    },
    async runs() {
      const found: Record<string, string> = {};
      for (const run of (await state.runs()).toSorted())
        found[run] = assemble(deps.workflow, await state.readAll(run)).result ?? 'running';
      return found;
    },
  };
}
