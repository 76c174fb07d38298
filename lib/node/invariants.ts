import type { NodeEntry, Outcome } from '../ir/table.ts';
import type { Item } from '../store/state-store.ts';
import { readiness } from './liveness.ts';
import type { NodeRecord } from './record.ts';
import { nodeKey } from './record.ts';
import type { Indexed, View } from './view.ts';
import { currentRecord, currentRound, hasEnded, outcomeOf, storedRecord, viewOf } from './view.ts';

/** What must hold of the stored record of any run, at any moment: a sentence for each thing that does not. */
export function recordProblems(workflow: Indexed, items: ReadonlyMap<string, Item>): string[] {
  const view = viewOf(workflow, items);
  return [
    ...loopProblems(view),
    ...strayItems(view),
    ...workflow.table.nodes.flatMap((node) => nodeProblems(view, node).map((problem) => `${node.id} ${problem}`)),
  ];
}

/** Counts stay within their bounds, and no loop was taken at a turn that has not been. */
function loopProblems(view: View): string[] {
  const bounds = new Map(view.workflow.table.loops.map(({ key, bound }) => [key, bound]));
  return view.header.loops.flatMap(({ key, count, turn }) => {
    const bound = bounds.get(key);
    if (bound === undefined) return [`loop ${key} is counted, but the workflow has none of that name`];
    if (count > bound) return [`loop ${key} was taken ${count} times; ${bound} are allowed`];
    return turn > view.header.turns ? [`loop ${key} was taken at turn ${turn} of ${view.header.turns}`] : [];
  });
}

function strayItems(view: View): string[] {
  const known = new Set(view.workflow.table.nodes.map(({ id }) => nodeKey(id)));
  const stray = [...view.items.keys()].filter((key) => key.startsWith('node#') && !known.has(key));
  return stray.map((key) => `${key.slice('node#'.length)} is recorded, but the workflow has no such node`);
}

function nodeProblems(view: View, node: NodeEntry): string[] {
  const stored = storedRecord(view, node.id)?.record;
  if (!stored) return [];
  const problems: string[] = [];
  if (stored.round > currentRound(view, node))
    problems.push(`is recorded for round ${stored.round} of ${currentRound(view, node)}`);
  if (stored.status !== 'passed' && stored.artifacts.length > 0)
    problems.push(`is ${stored.status}, but has artifacts`);
  problems.push(...outcomeProblems(view, node, stored));
  const current = currentRecord(view, node);
  if (current) problems.push(...edgeProblems(view, node, current));
  return problems;
}

/** What a node of each status can have ended with. */
const KINDS: Readonly<Partial<Record<NodeRecord['status'], readonly Outcome['kind'][]>>> = {
  passed: ['pass'],
  skipped: ['skip'],
  failed: ['fail', 'tolerated'],
};

/** What a node ended with is one of its outcomes, with that one's label and ask. */
function outcomeProblems(view: View, node: NodeEntry, record: NodeRecord): string[] {
  const { status, take } = record;
  if (take === undefined) return status === 'passed' || status === 'skipped' ? [`is ${status} without an outcome`] : [];
  if (take === 'dead') return status === 'skipped' ? [] : [`is ${status}, but not live`];
  const outcome = outcomeOf(node, record);
  if (!outcome) return [`ended with ${take}, which is none of its outcomes`];
  const started = record.reason === 'before-start';
  if (!started && !KINDS[status]?.includes(outcome.kind)) return [`is ${status}, but ended with ${take}`];
  const asks = outcome.asks === undefined ? undefined : view.workflow.table.loops[outcome.asks]!.key;
  if (record.label !== outcome.label) return [`is recorded with another label than its outcome ${take}`];
  return record.asked === asks ? [] : [`is recorded with another ask than its outcome ${take}`];
}

/** A node has run only when its edges were decided and it was live; it was skipped as not live only when it was not. */
function edgeProblems(view: View, node: NodeEntry, record: NodeRecord): string[] {
  const ran = record.status === 'passed' || record.status === 'running' || record.status === 'blocked';
  // What a failure upstream left is decided anew when the run goes on.
  const stands = hasEnded(node, record, view.epoch);
  const dead = record.status === 'skipped' && stands && (record.reason === 'branch' || record.reason === 'upstream');
  if (!ran && !dead) return [];
  const ready = readiness(view, node);
  if (ready.kind === 'undecided') return [`is ${record.status}, but what it waits for is undecided`];
  if (ran && ready.kind === 'dead') return [`is ${record.status}, but no edge into it is taken`];
  return dead && ready.kind === 'live' ? ['was skipped as not live, but an edge into it is taken'] : [];
}

const AFTER: Readonly<Record<NodeRecord['status'], readonly NodeRecord['status'][]>> = {
  pending: ['running', 'skipped', 'failed', 'blocked', 'pending'],
  running: ['running', 'passed', 'failed', 'blocked', 'pending', 'skipped'],
  failed: ['running', 'failed', 'blocked', 'skipped', 'pending'],
  blocked: ['running', 'skipped', 'failed', 'blocked'],
  passed: [],
  skipped: [],
};

/** What is wrong with one record of a node following another; undefined when nothing is. */
export function transitionProblem(was: NodeRecord, is: NodeRecord): string | undefined {
  if (is.round < was.round) return `goes from round ${was.round} back to ${is.round}`;
  if (is.runs < was.runs) return `has run ${was.runs} times, and then ${is.runs}`;
  if (is.round > was.round || AFTER[was.status].includes(is.status)) return undefined;
  // What a failure upstream or a tolerated failure left is decided anew when the run goes on.
  const again = is.epoch !== was.epoch && (was.reason === 'upstream' || was.status === 'failed');
  return again ? undefined : `goes from ${was.status} to ${is.status} in one round`;
}
