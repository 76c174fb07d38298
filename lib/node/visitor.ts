import type { NodeEntry, Outcome } from '../ir/table.ts';
import { loopName, regionName } from '../ir/table.ts';
import type { Spent } from './budget.ts';
import type { NodeDeps } from './deps.ts';
import { failure, SUPERSEDED } from './failures.ts';
import { loopRound, regionsOf, regionTurn } from './loops.ts';
import type { NodeRecord } from './record.ts';
import { nodeKey } from './record.ts';
import type { View } from './view.ts';
import { asItem, currentRecord, currentRound, outcomeOf, storedRecord } from './view.ts';

export interface NodeEvent {
  /** Slug of the node. */
  readonly node: string;
  readonly run: string;
  /** The execution and its redrive. */
  readonly epoch: string;
  /** Regions whose loops were asked for and are to be taken now, with the turn in which that was decided. */
  readonly apply: readonly Readonly<Record<string, number>>[];
  /** Identifies the invocation: the same in every delivery of it, another in a retry. */
  readonly visit?: string;
  /** Of a human node: by which the answer reaches the machine. */
  readonly token?: string;
}

/** What the machine needs to know of a node's end: small, whatever the node has written. */
export interface NodeAnswer {
  /** Slug of the outcome; `dead` when the node was skipped as not live, `waiting` when it cannot be decided yet. */
  readonly take: string;
  /** With an ask: which time the loop would be taken. */
  readonly round?: number;
  /** Loops asked for by this node or before it, with which time each would be taken. */
  readonly asks?: Readonly<Record<string, number>>;
  /** The turn of each region around the node: what a Choice decides now is not for a later turn. */
  readonly turns?: Readonly<Record<string, number>>;
}

/** A visit of the machine to a node: what was read, and with what it is done. */
export interface Visitor {
  readonly view: View;
  readonly node: NodeEntry;
  readonly deps: NodeDeps;
  readonly event: NodeEvent;
  /** What the node has spent in all, once an execution has added to it. */
  readonly spent?: Spent | undefined;
}

/** What a record says besides when and in which round and epoch it was written. */
export type Ending = Partial<Omit<NodeRecord, 'status' | 'at' | 'round' | 'epoch'>> & Pick<NodeRecord, 'status'>;

/** Records how the node ended and answers with what follows. */
export async function end(visitor: Visitor, ending: Ending): Promise<NodeAnswer> {
  const view = await write(visitor, ending);
  if (ending.status === 'skipped') {
    visitor.deps.onProgress?.({
      kind: 'skipped',
      node: visitor.node,
      note: ending.note ?? '',
      reason: ending.reason ?? 'branch',
    });
  }
  return answer(view, visitor.node, currentRecord(view, visitor.node)!);
}

/** Writes the node's record if nobody else has written it since it was read. */
export async function write({ view, node, deps, event, spent }: Visitor, ending: Ending): Promise<View> {
  const stored = storedRecord(view, node.id);
  const record: NodeRecord = {
    attempt: 0,
    runs: stored?.record.runs ?? 0,
    artifacts: [],
    ...keptOf(stored?.record, currentRound(view, node), spent),
    ...ending,
    at: deps.now().toISOString(),
    round: currentRound(view, node),
    epoch: event.epoch,
    ...(event.token !== undefined && ending.status !== 'running' && { token: event.token }),
  };
  const was = stored?.rev ?? 0;
  if (!(await deps.state.write(event.run, nodeKey(node.id), asItem(record), was))) {
    throw failure(SUPERSEDED, `${node.id} was recorded by somebody else meanwhile`);
  }
  return { ...view, items: new Map(view.items).set(nodeKey(node.id), { rev: was + 1, value: asItem(record) }) };
}

/** What stays from record to record: what was spent in all, and what people have answered in this round. */
function keptOf(stored: NodeRecord | undefined, round: number, spent: Spent | undefined): Partial<NodeRecord> {
  const usage = spent ?? stored?.usage;
  const answers = stored?.round === round ? stored.answers : undefined;
  return {
    ...(usage && { usage }),
    ...(stored?.raised !== undefined && { raised: stored.raised }),
    ...(answers && { answers }),
  };
}

export function answer(view: View, node: NodeEntry, record: NodeRecord): NodeAnswer {
  const outcome = outcomeOf(node, record);
  const take = record.take ?? 'dead';
  return {
    take,
    ...(outcome?.asks !== undefined && { round: loopRound(view, outcome.asks).round }),
    ...regionState(view, node, outcome),
  };
}

/** What a Choice behind the node needs to know of the regions around it. */
export type RegionState = Pick<NodeAnswer, 'asks' | 'turns'>;

/** Loops that are asked for here or, where a Choice behind this node needs to know, by nodes before it; and the turns. */
export function regionState(view: View, node: NodeEntry, own: Outcome | undefined): RegionState {
  const { table, byId } = view.workflow;
  const asked = new Set(own?.asks === undefined ? [] : [own.asks]);
  for (const source of node.reports) {
    const key = currentRecord(view, byId.get(source)!)?.asked;
    const loop = key === undefined ? -1 : table.loops.findIndex((entry) => entry.key === key);
    if (loop !== -1) asked.add(loop);
  }
  const asks = [...asked].map((loop) => [loopName(loop), loopRound(view, loop).round] as const);
  const turns = regionsOf(view, node).map((region) => [regionName(region), regionTurn(view, region)] as const);
  return {
    ...(asks.length > 0 && { asks: Object.fromEntries(asks) }),
    ...(turns.length > 0 && { turns: Object.fromEntries(turns) }),
  };
}
