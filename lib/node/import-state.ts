import type { NodeEntry } from '../ir/table.ts';
import { isRunId } from '../store/run-id.ts';
import type { ItemValue } from '../store/state-store.ts';
import type { NodeInState, StateFile } from './read-state.ts';
import type { Spent } from './budget.ts';
import { NOTHING, plus } from './budget.ts';
import { readState } from './read-state.ts';
import type { Header, InputItem, LoopCount, NodeRecord } from './record.ts';
import { HEADER, INPUT, nodeKey, WORKFLOW } from './record.ts';
import { RECORD_FORMAT } from './record-format.ts';
import type { RunSpent } from './run-budget.ts';
import { SPENT } from './run-budget.ts';
import { workflowItem } from './start-run.ts';
import type { Indexed } from './view.ts';
import { asItem } from './view.ts';

export interface ImportOptions {
  /** The run's id where the state has none. */
  readonly newRun: string;
  /** Who may go on with the run. */
  readonly owner: string;
  /** Takes a state of another version of the workflow too: it goes by id. */
  readonly force?: boolean;
}

export type ImportedState =
  | {
      readonly kind: 'imported';
      readonly run: string;
      /** The items of the run: its header, its input, its workflow's hashes, and one of each node. */
      readonly items: ReadonlyMap<string, ItemValue>;
      /** Fields that were passed over, as paths. */
      readonly unknown: readonly string[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/**
 * Epochs of what was recorded in that of the header, and of what was in an earlier one. They are no execution's, so
 * that whoever goes on with the run begins a new one.
 */
const EPOCH = 'imported/0';
const EARLIER = 'imported/earlier';

/** No round of a node: such a record only keeps how often its skill was executed. */
const NO_ROUND = 0;

/**
 * The items of a run from its `state.json`: the reverse of `assemble`, which gives the same record again. Tells every
 * reason why the state is not one of this workflow.
 */
export function importState(workflow: Indexed, json: string, options: ImportOptions): ImportedState {
  const { state, problems, unknown } = readState(json);
  if (!state) return { kind: 'refused', problems };
  const run = state.run ?? options.newRun;
  const wrong = misfits(workflow, state, run, options);
  if (wrong.length > 0) return { kind: 'refused', problems: wrong };

  const loops = loopCounts(state);
  const found: string[] = [];
  const items = new Map<string, ItemValue>();
  items.set(INPUT, asItem({ ...(state.input !== undefined && { input: state.input }) } satisfies InputItem));
  items.set(WORKFLOW, asItem(workflowItem({ workflow })));
  for (const node of workflow.table.nodes) {
    const record = recordOf(workflow, node, state, loops);
    if (typeof record === 'string') found.push(record);
    else items.set(nodeKey(node.id), asItem(record));
  }
  const spent = plus(undefined, (state.usage ?? NOTHING) as Spent);
  if (workflow.table.budget) items.set(SPENT, asItem({ spent, raised: 0 } satisfies RunSpent));
  items.set(HEADER, asItem(headerOf(state, { run, owner: options.owner, loops })));
  return found.length > 0 ? { kind: 'refused', problems: found } : { kind: 'imported', run, items, unknown };
}

/** Why the state is not one of this workflow, as far as names go. */
function misfits({ table, byId }: Indexed, state: StateFile, run: string, { force }: ImportOptions): string[] {
  if (state.workflow !== table.name) return [`it is of the workflow ${state.workflow}, not of ${table.name}`];
  const problems: string[] = [];
  if (!isRunId(run)) problems.push(`${JSON.stringify(run)} can be no run's id`);
  if (state.version !== table.version && !force)
    problems.push(`it is of version ${state.version} of the workflow, which is now ${table.version}`);
  const ids = new Set([...state.nodes.keys(), ...state.current, ...(state.from === undefined ? [] : [state.from])]);
  const keys = new Set(table.loops.map(({ key }) => key));
  for (const id of ids) if (!byId.has(id)) problems.push(`the workflow has no node ${id}`);
  for (const { id } of table.nodes) if (!state.nodes.has(id) && !force) problems.push(`it says nothing of ${id}`);
  for (const key of new Set([...state.loops.keys(), ...state.turns.keys()]))
    if (!keys.has(key)) problems.push(`the workflow has no loop ${key}`);
  return problems;
}

/** Where a state does not say at which turns loops were taken, each was at a turn of its own. */
function loopCounts({ loops, turns, started }: StateFile): LoopCount[] {
  return [...loops].map(([key, count], i) => ({ key, count, turn: turns.get(key) ?? i + 1, at: started }));
}

function headerOf(
  { workflow, version, started, from, trigger, result, ended }: StateFile,
  own: Pick<Header, 'run' | 'owner' | 'loops'>,
): Header {
  return {
    format: RECORD_FORMAT,
    ...own,
    workflow,
    version,
    started,
    epoch: EPOCH,
    turns: Math.max(0, ...own.loops.map(({ turn }) => turn)),
    ...(from !== undefined && { from }),
    ...(trigger !== undefined && { trigger }),
    ...(result !== undefined && { result }),
    ...(ended !== undefined && { ended }),
  };
}

/** The record of a node, or what is wrong with it. */
function recordOf(
  workflow: Indexed,
  node: NodeEntry,
  state: StateFile,
  loops: readonly LoopCount[],
): NodeRecord | string {
  const given = state.nodes.get(node.id);
  const round = roundOf(workflow, node, loops);
  if (!given) return emptyRecord(0);
  if (given.round !== undefined && given.round !== round)
    return `${node.id} is in round ${given.round}, but by the loops that were taken in round ${round}`;
  if (given.status === 'pending' && given.at === null) return { ...emptyRecord(given.runs), ...spentBy(given) };
  const outcome = takeOf(workflow, node, given);
  if ('problem' in outcome) return outcome.problem;
  const { status, at, attempt, runs, label, reason, asked, note, artifacts, files, waiting } = given;
  const output = outputOf(node, state, status);
  // Of two ended nodes the one that would run again was recorded before the present epoch began.
  const again = state.current.includes(node.id) && (status === 'skipped' || outcome.take !== undefined);
  return {
    status,
    at: at ?? state.started,
    round,
    epoch: again ? EARLIER : EPOCH,
    attempt,
    runs,
    ...(outcome.take !== undefined && { take: outcome.take }),
    ...(label !== undefined && { label }),
    ...(asked !== undefined && { asked }),
    ...(reason !== undefined && { reason }),
    note,
    artifacts,
    ...(files !== undefined && { files }),
    ...(output !== undefined && { output }),
    ...(waiting !== undefined && { waiting }),
    ...spentBy(given),
  };
}

function spentBy({ usage, raised, answers }: NodeInState): Partial<NodeRecord> {
  return {
    ...(usage && { usage: plus(undefined, usage as Spent) }),
    ...(raised !== undefined && { raised }),
    ...(answers && { answers }),
  };
}

function emptyRecord(runs: number): NodeRecord {
  return { status: 'pending', at: '', round: NO_ROUND, epoch: EPOCH, attempt: 0, runs, artifacts: [] };
}

function roundOf({ table }: Indexed, { resetBy }: NodeEntry, loops: readonly LoopCount[]): number {
  const count = (loop: number) => loops.find(({ key }) => key === table.loops[loop]!.key)?.count ?? 0;
  return resetBy.reduce((round, loop) => round + count(loop), 1);
}

/** How the node ended. A state that others have written may leave it out where status and label tell. */
function takeOf(
  { table }: Indexed,
  node: NodeEntry,
  { status, take, label, reason, asked }: NodeInState,
): { readonly take: string | undefined } | { readonly problem: string } {
  if (asked !== undefined && !table.loops.some(({ key, from }) => key === asked && from === node.id))
    return { problem: `${node.id} cannot ask for the loop ${asked}` };
  const { outcomes } = node;
  if (take !== undefined) {
    const known = outcomes.some(({ slug }) => slug === take) || (status === 'skipped' && take === 'dead');
    return known ? { take } : { problem: `${node.id} cannot have taken ${take}` };
  }
  if (status === 'skipped') {
    const own = reason === 'skip_when' || reason === 'condition';
    return { take: own ? outcomes.find(({ kind }) => kind === 'skip')?.slug : 'dead' };
  }
  if (status !== 'passed') return { take: undefined };
  const passed = outcomes.find((outcome) => outcome.kind === 'pass' && outcome.label === label);
  if (passed) return { take: passed.slug };
  const which = label === undefined ? 'no label' : `the label ${label}`;
  return { problem: `${node.id} cannot have passed with ${which}` };
}

/** Outputs of steps stand in the context. */
function outputOf({ outputAs }: NodeEntry, { context }: StateFile, status: string): string | undefined {
  return outputAs !== undefined && (status === 'passed' || status === 'failed') ? context.get(outputAs) : undefined;
}
