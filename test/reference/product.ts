import { setImmediate } from 'node:timers/promises';
import { compile } from '../../lib/compile/index.ts';
import { runMachine } from '../../lib/local/machine.ts';
import type { RecordedRun } from '../../lib/local/records.ts';
import type { Session } from '../../lib/local/session.ts';
import { recordStart } from '../../lib/local/start-at.ts';
import type { RunState } from '../../lib/node/assemble.ts';
import { assemble } from '../../lib/node/assemble.ts';
import { HEADER } from '../../lib/node/record.ts';
import { asHeader, indexTable } from '../../lib/node/view.ts';
import type { NodeDeps } from '../../lib/node/deps.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import { runScripted } from '../../lib/skills/scripted.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import type { ReferenceNode, Script } from './result.ts';
import { outcomeOf } from './result.ts';

/** The id of every run. */
export const RUN = 'r1';

/** What came out of the compiled machine. */
export interface ProductResult {
  readonly status: string;
  readonly exit: number;
  readonly nodes: ReadonlyMap<string, ReferenceNode & { readonly note: string }>;
  readonly loops: ReadonlyMap<string, number>;
  /** For each execution of a skill, the nodes whose skills were running when it began, itself included. */
  readonly running: readonly (readonly string[])[];
}

export interface Surroundings {
  /** The run's input. */
  readonly input?: unknown;
  /** Another one lets other skills take long. */
  readonly pace?: number;
}

/** How a run ended, with its whole record. */
export interface Ended extends Pick<ProductResult, 'status' | 'exit' | 'running'> {
  readonly state: RunState;
}

/** Compiles a workflow and runs it here, with everything kept in memory. */
export async function runProduct(yaml: string, script: Script, surroundings?: Surroundings): Promise<ProductResult> {
  return toldBy(await runHere(yaml, script, surroundings));
}

/** What is compared of a run. */
export function toldBy({ status, exit, running, state }: Ended): ProductResult {
  const nodes = [...state.nodes].map(([id, node]) => {
    const { label, reason } = node;
    const told = { ...(label !== undefined && { label }), ...(reason !== undefined && { reason: reason as never }) };
    return [id, { status: node.status, runs: node.runs ?? 0, ...told, note: node.note }] as const;
  });
  return { status, exit, nodes: new Map(nodes), loops: byEnds(state.loops ?? new Map()), running };
}

/** As `runProduct`, with the whole record. */
export function runHere(yaml: string, script: Script, surroundings: Surroundings = {}): Promise<Ended> {
  return startProduct(yaml, { ...surroundings, humans: waitingIn(script) }).run(script);
}

/** The nodes that wait for a person. */
export function waitingIn(script: Script): Set<string> {
  return new Set([...script].filter(([, list]) => list.some(({ wait }) => wait !== undefined)).map(([id]) => id));
}

/** A compiled machine with its record, on which a run may go on. */
export interface Product {
  readonly deps: NodeDeps;
  /** How the latest execution of each node went. */
  readonly outcomes: Map<string, ScriptedOutcome>;
  /** Runs it, or goes on with its run. */
  readonly run: (script: Script) => Promise<Ended>;
  /** Starts another run at a node, after `run` or without. */
  readonly runFrom: (node: string, script: Script, previous: boolean) => Promise<Ended>;
}

/** Compiles a workflow, to be run with everything kept in memory. */
export function startProduct(
  yaml: string,
  { input, pace = 0, humans }: Surroundings & { humans: Set<string> },
): Product {
  const { compiled } = compile(yaml, { humans });
  if (!compiled) throw new Error('the workflow is not valid');
  const running: string[] = [];
  const moments: string[][] = [];
  const outcomes = new Map<string, ScriptedOutcome>();
  let current: Script = new Map();
  let begun = false;
  const deps: NodeDeps = {
    workflow: indexTable(compiled.table),
    state: memoryState(),
    artifacts: memoryArtifacts(),
    runSkill: async (node, context, execution) => {
      running.push(node.id);
      moments.push([...running]);
      for (let turns = turnsOf(node.id, execution, pace); turns > 0; turns -= 1) await setImmediate();
      running.splice(running.indexOf(node.id), 1);
      outcomes.set(node.id, outcomeOf(current, node.id, execution));
      return runScripted(current, node, context, execution);
    },
    now: () => new Date(0),
    log() {},
  };
  const run = async (script: Script, id = RUN): Promise<Ended> => {
    current = script;
    const { status, state, completion } = await runMachine({
      asl: compiled.asl,
      run: id,
      ...(input !== undefined && !begun && { input }),
      sleep: () => Promise.resolve(),
      deps,
    });
    begun = true;
    return { status, exit: status === 'paused' ? 3 : completion.exitCode, running: moments, state };
  };
  const runFrom = async (node: string, script: Script, withPrevious: boolean) => {
    const { workflow, state, artifacts } = deps;
    const session = { run: 'r2', state, artifacts, kept: false } as Session;
    const previous = withPrevious ? await recordedIn(deps) : undefined;
    await recordStart('', session, workflow, { node, previous }, { input, now: new Date(0) });
    return run(script, session.run);
  };
  return { deps, outcomes, run: (script) => run(script), runFrom };
}

async function recordedIn({ workflow, state }: NodeDeps): Promise<RecordedRun> {
  const items = await state.readAll(RUN);
  const header = asHeader(items.get(HEADER)!.value);
  const all = assemble(workflow, items);
  return { run: RUN, file: '', workflow, header, items, state: all, status: 'failed', holder: undefined };
}

/** How long a skill takes, as any number up to 7 that hangs on all three. */
function turnsOf(id: string, execution: number, pace: number): number {
  const number = [...`${id} ${execution} ${pace}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  return pace === 0 ? 0 : number % 8;
}

/** Edges between the same two nodes are told apart by their labels; here they count together. */
function byEnds(loops: ReadonlyMap<string, number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [key, count] of loops) {
    const ends = key.replace(/ \(.*\)$/, '');
    counts.set(ends, (counts.get(ends) ?? 0) + count);
  }
  return counts;
}
