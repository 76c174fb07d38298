import type { NodeEntry } from '../ir/table.ts';
import type { Answered } from '../skills/host.ts';
import type { Item } from '../store/state-store.ts';
import type { Spent } from './budget.ts';
import { plus } from './budget.ts';
import { inputTexts } from './context.ts';
import type { Readiness } from './liveness.ts';
import { readiness } from './liveness.ts';
import { loopRound } from './loops.ts';
import type { NodeRecord, NodeStatus, RecordedFile, RunResult, SkipReason, Trigger, Waiting } from './record.ts';
import type { Indexed, Seen, View } from './view.ts';
import { currentRecord, currentRound, hasEnded, latestReset, seenAs, storedRecord, viewOf } from './view.ts';

/** The whole record of a run, as `state.json` holds it (semantics: state record). Maps keep the workflow's order. */
export interface RunState {
  readonly workflow: string;
  readonly version: string;
  readonly started: string;
  readonly nodes: ReadonlyMap<string, NodeState>;
  /** Ids that are running or ready to run; after a stop, what a resume would start with. */
  readonly current: readonly string[];
  readonly run: string;
  /** The node at which the run was started, where that is not the beginning. */
  readonly from?: string;
  /** What has started it, where that was no person. */
  readonly trigger?: Trigger;
  readonly input?: unknown;
  readonly context?: ReadonlyMap<string, string>;
  /** How often each loop was taken. */
  readonly loops?: ReadonlyMap<string, number>;
  /** The turn at which each loop was taken last. */
  readonly turns?: ReadonlyMap<string, number>;
  /** What all nodes have spent. */
  readonly usage?: Spent;
  readonly result?: RunResult;
  readonly ended?: string;
}

export interface NodeState {
  readonly status: NodeStatus;
  readonly at: string | null;
  readonly artifacts: readonly string[];
  readonly note: string;
  /** What is known of each artifact. */
  readonly files?: readonly RecordedFile[];
  readonly label?: string;
  readonly take?: string;
  readonly attempt?: number;
  readonly runs?: number;
  readonly round?: number;
  readonly reason?: SkipReason;
  readonly asked?: string;
  readonly waiting?: Omit<Waiting, 'token'>;
  /** What its skill's models have used, over all attempts and rounds. */
  readonly usage?: Spent;
  readonly raised?: number;
  readonly answers?: readonly Answered[];
}

/** Derives the record of a run from its items; nodes that nobody visited need none. */
export function assemble(workflow: Indexed, items: ReadonlyMap<string, Item>): RunState {
  const view = viewOf(workflow, items);
  const { header } = view;
  const derived = deriveAll(view);
  const nodes = new Map(workflow.table.nodes.map((node) => [node.id, derived.get(node.id)!.state]));
  const context = contextTexts(view);
  const taken = header.loops.filter((loop) => loop.count > 0);
  return {
    workflow: header.workflow,
    version: header.version,
    started: header.started,
    nodes,
    current:
      header.result === undefined || header.result === 'failed' || header.result === 'cancelled'
        ? workflow.table.nodes.filter((node) => derived.get(node.id)!.current).map((node) => node.id)
        : [],
    run: header.run,
    ...(header.from !== undefined && { from: header.from }),
    ...(header.trigger !== undefined && { trigger: header.trigger }),
    ...(view.input !== undefined && { input: view.input }),
    ...(context.size > 0 && { context }),
    ...(taken.length > 0 && {
      loops: new Map(taken.map((l) => [l.key, l.count])),
      turns: new Map(taken.map((l) => [l.key, l.turn])),
    }),
    ...total(nodes),
    ...(header.result !== undefined && { result: header.result }),
    ...(header.ended !== undefined && { ended: header.ended }),
  };
}

function total(nodes: ReadonlyMap<string, NodeState>): Pick<RunState, 'usage'> {
  const all = [...nodes.values()].flatMap(({ usage }) => (usage ? [usage] : []));
  if (all.length === 0) return {};
  const { model: _model, ...usage } = all.reduce((sum, one) => plus(sum, one));
  return { usage };
}

interface Derived {
  readonly state: NodeState;
  readonly current: boolean;
  readonly seen: Seen;
}

/** What has been derived so far, in resolved order, so that what is known of a node is known to those behind it. */
interface Sofar {
  readonly view: View;
  readonly nodes: ReadonlyMap<string, Derived>;
  readonly see: (id: string) => Seen;
  /** Whether all regions that hold the first node but not the second have ended without a loop asked for. */
  readonly settledBetween: (from: string, to: string) => boolean;
}

function deriveAll(view: View): Map<string, Derived> {
  const { table, byId } = view.workflow;
  const nodes = new Map<string, Derived>();
  const settled = settledRegions(view, nodes);
  const sofar: Sofar = { view, nodes, see: (id) => nodes.get(id)?.seen ?? seenAs(view, id), settledBetween: settled };
  for (const id of table.order) {
    const node = byId.get(id)!;
    const record = currentRecord(view, node);
    nodes.set(
      id,
      record && record.status !== 'pending' ? fromRecord(view, node, record) : withoutRecord(sofar, node, record),
    );
  }
  return nodes;
}

function settledRegions(view: View, nodes: ReadonlyMap<string, Derived>): Sofar['settledBetween'] {
  const regions = view.workflow.table.regions.map((region) => new Set(region.nodes));
  const known = new Map<number, boolean>();
  const settled = (index: number): boolean => {
    let is = known.get(index);
    if (is === undefined) {
      is = [...regions[index]!].every((id) => nodes.get(id)?.seen.kind === 'ended');
      known.set(index, is);
    }
    return is;
  };
  return (from, to) => regions.every((region, i) => !region.has(from) || region.has(to) || settled(i));
}

function fromRecord(view: View, node: NodeEntry, record: NodeRecord): Derived {
  const { status, at, artifacts, files, note, label, take, attempt, runs, round, reason, asked, waiting } = record;
  const stopped =
    status === 'failed' && take === undefined && node.onError === 'block' && view.header.stopped === record.epoch;
  const state: NodeState = {
    status,
    at,
    artifacts,
    note: stopped ? `${note ?? ''}; no retry after stop` : (note ?? ''),
    ...(label !== undefined && { label }),
    ...(take !== undefined && { take }),
    ...(attempt > 0 && { attempt }),
    ...(runs > 0 && { runs }),
    ...(round > 1 && { round }),
    ...(reason !== undefined && { reason }),
    ...(files && files.length > 0 && { files }),
    ...(asked !== undefined && { asked }),
    ...(waiting && status === 'running' && { waiting: withoutToken(waiting) }),
    ...spentBy(record),
  };
  const ended = hasEnded(node, record, view.epoch);
  // A failed step that halts the run is what its dependents are skipped for, although a resume runs it again.
  const halted = status === 'failed' && node.onError === 'halt';
  return {
    state,
    current: !ended,
    seen: halted ? { kind: 'ended', record, outcome: undefined } : seenAs(view, node.id),
  };
}

/** What a node has spent, and what people have answered to its skill's questions. */
function spentBy({ usage, raised, answers }: Partial<NodeRecord>): Pick<NodeState, 'usage' | 'raised' | 'answers'> {
  return {
    ...(usage && { usage }),
    ...(raised !== undefined && { raised }),
    ...(answers && { answers }),
  };
}

function withoutToken({ token: _token, ...shown }: Waiting): Omit<Waiting, 'token'> {
  return shown;
}

function withoutRecord(sofar: Sofar, node: NodeEntry, cancelled: NodeRecord | undefined): Derived {
  const { view, see } = sofar;
  const settled = node.waits.every((wait) => wait.kind === 'order' || sofar.settledBetween(wait.from, node.id));
  const ready: Readiness = settled ? readiness(view, node, see) : { kind: 'undecided' };
  const round = currentRound(view, node);
  const stored = storedRecord(view, node.id)?.record;
  const kept = {
    ...(stored && stored.runs > 0 && { runs: stored.runs }),
    ...(round > 1 && { round }),
    ...(stored && spentBy(stored)),
  };
  if (ready.kind === 'dead') {
    const at = deathTime(node, see);
    const record: NodeRecord = {
      status: 'skipped',
      at: at ?? '',
      round,
      epoch: view.epoch,
      attempt: 0,
      runs: 0,
      take: 'dead',
      reason: ready.reason,
      note: ready.note,
      artifacts: [],
    };
    const state: NodeState = {
      status: 'skipped',
      at,
      artifacts: [],
      note: ready.note,
      take: 'dead',
      ...kept,
      reason: ready.reason,
    };
    return { state, current: false, seen: { kind: 'ended', record, outcome: undefined } };
  }
  const state: NodeState = {
    status: 'pending',
    at: cancelled?.at ?? null,
    artifacts: [],
    note: cancelled?.note ?? resetNote(view, node),
    ...kept,
  };
  const inTurn = node.waits.every((wait) => wait.kind !== 'order' || see(wait.from).kind !== 'pending');
  return { state, current: ready.kind === 'live' && inTurn, seen: { kind: 'pending' } };
}

function deathTime(node: NodeEntry, see: (id: string) => Seen): string | null {
  const times = node.waits.flatMap((wait) => {
    const seen = see(wait.from);
    return seen.kind === 'pending' ? [] : [seen.record.at];
  });
  return times.sort().at(-1) ?? null;
}

/** Why a node is pending again, and which time it is. */
function resetNote(view: View, node: NodeEntry): string {
  const { loops } = view.workflow.table;
  const latest = latestReset(view, node).map(
    (loop) => `loop ${loops[loop]!.key}, ${loopRound(view, loop).round - 1} of ${loops[loop]!.bound}`,
  );
  return latest.join('; ');
}

/** Context that a resume needs: fields of the input, and outputs of steps. */
function contextTexts(view: View): Map<string, string> {
  const { table } = view.workflow;
  const context = new Map<string, string>(inputTexts(view.input).filter(([key]) => key !== 'input'));
  for (const node of table.nodes) {
    const output = node.outputAs === undefined ? undefined : currentRecord(view, node)?.output;
    if (output !== undefined) context.set(node.outputAs!, output);
  }
  return context;
}
