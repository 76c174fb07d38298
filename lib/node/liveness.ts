import type { NodeEntry, Wait } from '../ir/table.ts';
import type { SkipReason } from './record.ts';
import type { Seen, View } from './view.ts';
import { currentRecord, latestReset, seenAs } from './view.ts';

/** Whether a node can run now (semantics: order). */
export type Readiness =
  | { readonly kind: 'undecided' }
  | { readonly kind: 'live' }
  | { readonly kind: 'dead'; readonly reason: SkipReason; readonly note: string };

/**
 * Reads only what stands in `idsToRead`. `see` tells what is seen of another node; whoever has read the whole run can
 * know more there than a handler.
 */
export function readiness(
  view: View,
  node: NodeEntry,
  see: (id: string) => Seen = (id) => seenAs(view, id),
): Readiness {
  // Order alone is kept by the machine; what it waits for may have to wait itself while a region drains.
  const seen = node.waits.filter((wait) => wait.kind !== 'order').map((wait) => ({ wait, from: see(wait.from) }));
  const deciding = seen.filter(({ wait }) => wait.kind === 'live');
  const dead = deciding.find(({ wait, from }) => isDecided(view, wait, from) && !isTaken(wait, from));
  // In the steps dialect one failed dependency is enough, whatever becomes of the others.
  const steps = view.workflow.table.dialect === 'steps';
  if (steps && dead && view.header.from !== node.id) return { kind: 'dead', ...whyDead(view, dead.wait, dead.from) };
  if (seen.some(({ wait, from }) => !isDecided(view, wait, from))) return { kind: 'undecided' };
  if (
    !dead ||
    isTarget(view, node) ||
    view.header.from === node.id ||
    deciding.some(({ wait, from }) => isTaken(wait, from))
  )
    return { kind: 'live' };
  return { kind: 'dead', ...whyDead(view, dead.wait, dead.from) };
}

/** A back edge into the node caused its latest reset, so it runs whatever its forward edges say. */
function isTarget(view: View, node: NodeEntry): boolean {
  return latestReset(view, node).some((loop) => view.workflow.table.loops[loop]!.to === node.id);
}

function isDecided(view: View, wait: Wait, from: Seen): boolean {
  const unsettled = wait.unsettledBy.some(
    (source) => currentRecord(view, view.workflow.byId.get(source)!)?.asked !== undefined,
  );
  if (unsettled || from.kind === 'pending') return false;
  return from.kind !== 'asked';
}

export function isTaken(wait: Wait, from: Seen): boolean {
  if (from.kind !== 'ended' || wait.edge === undefined) return false;
  // What lies before the start node is taken to have led here (semantics: start at a node).
  return from.record.reason === 'before-start' || (from.outcome?.takes.includes(wait.edge) ?? false);
}

/** Labels of the taken edges into a node, forward and back: recovery is read from them. */
export function enteringLabels(view: View, node: NodeEntry): (string | undefined)[] {
  const { edges, loops } = view.workflow.table;
  const forward = node.waits
    .filter((wait) => wait.edge !== undefined && wait.kind !== 'region' && isTaken(wait, seenAs(view, wait.from)))
    .map((wait) => edges[wait.edge!]!.label);
  const back = latestReset(view, node).map((loop) => loops[loop]!);
  return [...forward, ...back.filter((loop) => loop.to === node.id).map((loop) => loop.label)];
}

/** Names the branch that was not taken, or that something upstream failed. */
function whyDead(view: View, wait: Wait, from: Seen): { reason: SkipReason; note: string } {
  if (from.kind === 'passed-over')
    return { reason: 'branch', note: tookNote(from.router.id, from.record.label, from.record.status) };
  if (from.kind !== 'ended') return { reason: 'branch', note: `${wait.from} did not lead here` };
  const { record } = from;
  const failedStep = view.workflow.table.dialect === 'steps' && record.status === 'failed';
  if (record.reason === 'upstream' || failedStep) return { reason: 'upstream', note: 'upstream_dependency_failed' };
  if (record.status === 'skipped' && record.reason === 'branch')
    return { reason: 'branch', note: record.note ?? `${wait.from} was skipped` };
  return { reason: 'branch', note: tookNote(wait.from, record.label, record.status) };
}

export function tookNote(router: string, label: string | undefined, status: string): string {
  return label === undefined ? `${router} ${status}` : `${router} took '${label}'`;
}
