import type { NodeEntry, Outcome, WorkflowTable } from '../ir/table.ts';
import type { Item, ItemValue, StateStore } from '../store/state-store.ts';
import type { Header, InputItem, LoopCount, NodeRecord } from './record.ts';
import { HEADER, INPUT, nodeKey } from './record.ts';
import { readHeader } from './record-format.ts';

/** A workflow table with its nodes and loops by name. */
export interface Indexed {
  readonly table: WorkflowTable;
  readonly byId: ReadonlyMap<string, NodeEntry>;
  readonly bySlug: ReadonlyMap<string, NodeEntry>;
}

export function indexTable(table: WorkflowTable): Indexed {
  return {
    table,
    byId: new Map(table.nodes.map((node) => [node.id, node])),
    bySlug: new Map(table.nodes.map((node) => [node.slug, node])),
  };
}

/** What a handler has read of a run: some of its items, each read consistently. */
export interface View {
  readonly workflow: Indexed;
  readonly header: Header;
  readonly headerRev: number;
  readonly items: ReadonlyMap<string, Item>;
  readonly input: unknown;
  readonly loops: ReadonlyMap<string, LoopCount>;
  /** The epoch that reads: failures of an earlier one are not final. */
  readonly epoch: string;
}

export async function loadView(
  workflow: Indexed,
  store: StateStore,
  run: string,
  epoch: string,
  ids: Iterable<string>,
): Promise<View> {
  const items = await store.read(run, [HEADER, INPUT, ...new Set([...ids].map(nodeKey))]);
  return viewOf(workflow, items, epoch);
}

export function viewOf(workflow: Indexed, items: ReadonlyMap<string, Item>, epoch?: string): View {
  const header = items.get(HEADER);
  if (!header) throw new Error('the run has no header: it was never started');
  const value = asHeader(header.value);
  return {
    workflow,
    header: value,
    headerRev: header.rev,
    items,
    input: (items.get(INPUT)?.value as InputItem | undefined)?.input,
    loops: new Map(value.loops.map((loop) => [loop.key, loop])),
    epoch: epoch ?? value.epoch,
  };
}

/** Throws where a newer stepwright has written it. */
export function asHeader(value: ItemValue): Header {
  return readHeader(value);
}

export function asItem(value: Header | NodeRecord | object): ItemValue {
  return value as unknown as ItemValue;
}

/** Which round a node is in: 1, and one more for each loop that was taken and resets it. */
export function currentRound(view: View, node: NodeEntry): number {
  return node.resetBy.reduce((round, loop) => round + loopCount(view, loop), 1);
}

export function loopCount(view: View, loop: number): number {
  return view.loops.get(view.workflow.table.loops[loop]!.key)?.count ?? 0;
}

/** The indexes of the loops that were taken at the node's latest reset. */
export function latestReset(view: View, node: NodeEntry): number[] {
  const turn = (loop: number) => view.loops.get(view.workflow.table.loops[loop]!.key)?.turn ?? 0;
  const latest = Math.max(0, ...node.resetBy.map(turn));
  return latest === 0 ? [] : node.resetBy.filter((loop) => turn(loop) === latest);
}

/** The node's record as it was stored, whatever round it is from. */
export function storedRecord(view: View, id: string): { record: NodeRecord; rev: number } | undefined {
  const item = view.items.get(nodeKey(id));
  return item && { record: item.value as unknown as NodeRecord, rev: item.rev };
}

/** The node's record if it is from the current round. */
export function currentRecord(view: View, node: NodeEntry): NodeRecord | undefined {
  const record = storedRecord(view, node.id)?.record;
  return record?.round === currentRound(view, node) ? record : undefined;
}

/**
 * Whether a record of the current round is the node's last word. Not so are running, blocked, and failed without an
 * outcome; nor, in a later epoch, what only a failure upstream or a tolerated failure left (semantics: resume).
 */
export function hasEnded(node: NodeEntry, record: NodeRecord, epoch: string): boolean {
  const again = record.epoch !== epoch;
  switch (record.status) {
    case 'passed':
      return true;
    case 'skipped':
      return !(again && record.reason === 'upstream');
    case 'failed':
      return record.take !== undefined && !(again && node.onError === 'skip-dependents');
    case 'pending':
    case 'running':
    case 'blocked':
      return false;
  }
}

export function outcomeOf(node: NodeEntry, record: NodeRecord): Outcome | undefined {
  return node.outcomes.find((outcome) => outcome.slug === record.take);
}

/** What other nodes see of a node: undecided, passed over by a Choice, or ended with an outcome (none: nothing is taken). */
export type Seen =
  | { readonly kind: 'pending' }
  | { readonly kind: 'asked'; readonly record: NodeRecord }
  | { readonly kind: 'passed-over'; readonly router: NodeEntry; readonly record: NodeRecord }
  | { readonly kind: 'ended'; readonly record: NodeRecord; readonly outcome: Outcome | undefined };

export function seenAs(view: View, id: string): Seen {
  const node = view.workflow.byId.get(id)!;
  const record = currentRecord(view, node);
  if (record) return endedAs(view, node, record);
  for (const arm of node.arms) {
    const router = view.workflow.byId.get(arm.router)!;
    const decided = currentRecord(view, router);
    if (!decided || !hasEnded(router, decided, view.epoch) || decided.asked !== undefined) return { kind: 'pending' };
    if (!arm.outcomes.includes(decided.take ?? '')) return { kind: 'passed-over', router, record: decided };
  }
  return { kind: 'pending' };
}

function endedAs(view: View, node: NodeEntry, record: NodeRecord): Seen {
  if (!hasEnded(node, record, view.epoch)) return { kind: 'pending' };
  if (record.asked !== undefined) return { kind: 'asked', record };
  return { kind: 'ended', record, outcome: outcomeOf(node, record) };
}

/** The ids whose records a node's handler reads: a fixed number for each wait, never the whole run. */
export function idsToRead(workflow: Indexed, node: NodeEntry): Set<string> {
  const ids = new Set([node.id, ...node.reports]);
  const addSeen = (id: string) => {
    ids.add(id);
    for (const arm of workflow.byId.get(id)!.arms) ids.add(arm.router);
  };
  for (const wait of node.waits) {
    addSeen(wait.from);
    for (const source of wait.unsettledBy) ids.add(source);
  }
  for (const entry of node.context) addSeen(entry.node);
  for (const worker of node.changes?.before ?? []) addSeen(worker);
  for (const input of node.inputs) for (const producer of input.producers) addSeen(producer);
  return ids;
}
