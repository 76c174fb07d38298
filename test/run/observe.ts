import type { StateMachine } from '../../lib/asl/definition.ts';
import type { WorkflowTable } from '../../lib/ir/table.ts';
import type { RunSkill } from '../../lib/node/deps.ts';
import type { RunState } from '../../lib/node/assemble.ts';
import { runMachine } from '../../lib/local/machine.ts';
import type { HistoryEvent } from '../../lib/run/history.ts';
import type { Script } from '../../lib/skills/scripted.ts';
import { runScripted } from '../../lib/skills/scripted.ts';
import { bench, RUN } from '../node/bench.ts';

/** What one run of a workflow came to, and what its skills saw meanwhile. */
export interface Observed {
  readonly asl: StateMachine;
  readonly table: WorkflowTable;
  readonly status: string;
  /** The command line's exit code. */
  readonly exit: number;
  readonly state: RunState;
  /** Why the run is not completed. */
  readonly reasons: readonly string[];
  /** Whether the execution of the machine ended as FAILED. */
  readonly executionFailed: boolean;
  /** Starts and ends of skills, in the order in which they happened. */
  readonly events: readonly SkillEvent[];
  /** What the machine did. */
  readonly history: readonly HistoryEvent[];
}

export type SkillEvent =
  | { readonly kind: 'start'; readonly node: string; readonly saw: Saw }
  | { readonly kind: 'end'; readonly node: string };

/** What a skill was given. */
export interface Saw {
  readonly args: Readonly<Record<string, unknown>>;
  readonly inputs: readonly string[];
  readonly absent: readonly string[];
}

export interface ObserveOptions {
  readonly script?: Script;
  /** Stands in for the script, for results that no script can name. */
  readonly skill?: RunSkill;
  readonly input?: unknown;
}

/** Runs the machine that a workflow is compiled to, with everything kept in memory. Throws when the file has errors. */
export async function observe(yaml: string, options: ObserveOptions = {}): Promise<Observed> {
  const { script = new Map(), input } = options;
  const work: RunSkill = options.skill ?? ((...call) => runScripted(script, ...call));
  const events: SkillEvent[] = [];
  const skill: RunSkill = async (node, context, execution) => {
    const { args, inputs, absent } = context;
    events.push({ kind: 'start', node: node.id, saw: { args, inputs, absent } });
    try {
      return await work(node, context, execution);
    } finally {
      events.push({ kind: 'end', node: node.id });
    }
  };
  const { asl, deps } = bench(yaml, { skill, input });
  const history: HistoryEvent[] = [];
  const { status, state, completion, cause } = await runMachine({
    ...{ asl, deps, run: RUN, input },
    sleep: () => Promise.resolve(),
    onEvent: (event) => history.push(event),
  });
  return {
    ...{ asl, table: deps.workflow.table, status, state, events, history },
    exit: status === 'paused' ? 3 : completion.exitCode,
    reasons: completion.reasons,
    executionFailed: cause !== undefined,
  };
}

/** Ids in the order in which their skills were started. */
export function starts(events: readonly SkillEvent[]): string[] {
  return events.filter(({ kind }) => kind === 'start').map(({ node }) => node);
}

/** What the latest start of a node's skill was given; undefined when it never started. */
export function sawLast(events: readonly SkillEvent[], node: string): Saw | undefined {
  return events.flatMap((event) => (event.kind === 'start' && event.node === node ? [event.saw] : [])).at(-1);
}

/** Whether each start of a node comes when the other one has ended since the start before, and does not run. */
export function startsAfter(events: readonly SkillEvent[], node: string, other: string): boolean {
  const beforeStarts = events.flatMap((event, at) => (event.kind === 'start' && event.node === node ? [at] : []));
  return beforeStarts.every((at, i) => {
    const since = events.slice((beforeStarts[i - 1] ?? -1) + 1, at).filter((event) => event.node === other);
    return since.at(-1)?.kind === 'end';
  });
}
