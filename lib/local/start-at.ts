import { cp } from 'node:fs/promises';
import type { NodeEntry, WorkflowTable } from '../ir/table.ts';
import type { Header, InputItem, LoopCount, NodeRecord } from '../node/record.ts';
import { HEADER, INPUT, nodeKey, WORKFLOW } from '../node/record.ts';
import { workflowItem } from '../node/start-run.ts';
import type { Indexed } from '../node/view.ts';
import { asItem, currentRecord, hasEnded, viewOf } from '../node/view.ts';
import { absent } from '../store/error-code.ts';
import { versionFolder } from '../store/folder.ts';
import { LOCAL_OWNER } from './machine.ts';
import type { RecordedRun } from './records.ts';
import type { Session } from './session.ts';

/** A run that starts at a node (semantics: start at a node). */
export interface StartAt {
  /** Id of the node; the workflow has it. */
  readonly node: string;
  /** The run whose results are kept for what does not run again. */
  readonly previous: RecordedRun | undefined;
}

/**
 * The nodes that run afresh: in a graph the node and all it reaches by forward edges, in a list of steps it and all
 * that come later in resolved order.
 */
export function nodesFrom(table: WorkflowTable, start: string): Set<string> {
  if (table.dialect === 'steps') return new Set(table.order.slice(table.order.indexOf(start)));
  const part = new Set([start]);
  // In resolved order, so that every node comes after those that lead to it.
  const byId = new Map(table.nodes.map((node) => [node.id, node]));
  for (const id of table.order) {
    const entering = byId.get(id)!.waits.filter(({ edge, kind }) => edge !== undefined && kind !== 'region');
    if (entering.some(({ from }) => part.has(from))) part.add(id);
  }
  return part;
}

/** Writes the record with which such a run begins: what is kept, and what counts as skipped. */
export async function recordStart(
  root: string,
  session: Session,
  workflow: Indexed,
  { node, previous }: StartAt,
  { input, now }: { readonly input: unknown; readonly now: Date },
): Promise<void> {
  const { run, state } = session;
  const { table } = workflow;
  const part = nodesFrom(table, node);
  const given = input ?? previous?.state.input;
  await state.write(run, INPUT, asItem({ ...(given !== undefined && { input: given }) } satisfies InputItem), 0);
  await state.write(run, WORKFLOW, asItem(workflowItem({ workflow })), 0);
  const loops = keptLoops(table, part, previous);
  const ways = waysTo(table, node, part);
  for (const entry of table.nodes.filter(({ id }) => !part.has(id))) {
    const round = roundOf(table, entry, loops);
    const kept = previous && keptRecord(workflow, previous, entry, ways);
    if (kept) {
      await state.write(run, nodeKey(entry.id), asItem({ ...kept, round }), 0);
      await copyVersion(root, session, entry, previous, { from: kept.round, to: round, execution: kept.runs });
    } else if (!previous || mustBeSkipped(table, previous, entry, ways)) {
      const skipped: NodeRecord = {
        status: 'skipped',
        at: now.toISOString(),
        round,
        epoch: `${run}/0`,
        attempt: 0,
        runs: 0,
        take:
          ways.get(entry.id)?.[0] ??
          entry.outcomes.find(({ kind, asks }) => kind === 'pass' && asks === undefined)?.slug ??
          'dead',
        reason: 'before-start',
        note: `before start node ${node}`,
        artifacts: [],
        ...outputOf(workflow, previous, entry),
      };
      await state.write(run, nodeKey(entry.id), asItem(skipped), 0);
    } else {
      const runs = (previous.items.get(nodeKey(entry.id))?.value as NodeRecord | undefined)?.runs ?? 0;
      // It goes on as in a resume, and its executions are counted on.
      const pending = { status: 'pending', at: now.toISOString(), round, epoch: `${run}/0`, attempt: 0, runs } as const;
      if (runs > 0) await state.write(run, nodeKey(entry.id), asItem({ ...pending, artifacts: [] }), 0);
    }
  }
  const header: Header = {
    run,
    workflow: table.name,
    version: table.version,
    started: now.toISOString(),
    owner: LOCAL_OWNER,
    epoch: `${run}/0`,
    loops,
    turns: previous?.header.turns ?? 0,
    from: node,
  };
  await state.write(run, HEADER, asItem(header), 0);
}

/** Counts of back edges whose source runs again begin at zero. */
function keptLoops(table: WorkflowTable, part: ReadonlySet<string>, previous: RecordedRun | undefined): LoopCount[] {
  const loops = new Map(table.loops.map((loop) => [loop.key, loop]));
  return (previous?.header.loops ?? []).filter(({ key }) => loops.has(key) && !part.has(loops.get(key)!.from));
}

function roundOf(table: WorkflowTable, { resetBy }: NodeEntry, loops: readonly LoopCount[]): number {
  const counts = new Map(loops.map(({ key, count }) => [key, count]));
  return resetBy.reduce((round, loop) => round + (counts.get(table.loops[loop]!.key) ?? 0), 1);
}

/** Outcomes by which the machine gets to what runs, of the routers before that it would else go past. */
function waysTo(table: WorkflowTable, start: string, part: ReadonlySet<string>): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>();
  const nodes = table.nodes.filter(({ id }) => part.has(id));
  // The way to the start node comes first: it is the one that must be open.
  nodes.sort((a, b) => Number(b.id === start) - Number(a.id === start));
  for (const { arms } of nodes) {
    for (const { router, outcomes } of arms) if (!part.has(router) && !ways.has(router)) ways.set(router, outcomes);
  }
  return ways;
}

/** What an earlier run says of a node that does not run again; nothing of a router that took another way. */
function keptRecord(
  workflow: Indexed,
  previous: RecordedRun,
  node: NodeEntry,
  ways: ReadonlyMap<string, readonly string[]>,
): NodeRecord | undefined {
  const record = recordIn(previous, node.id);
  if (!record) return undefined;
  const way = ways.get(node.id);
  if (way && !way.includes(record.take ?? '')) return undefined;
  // A step before the start node is not run, whatever it came to.
  const over = workflow.table.dialect === 'graph' || (hasEnded(node, record, '') && record.take !== undefined);
  return over ? record : undefined;
}

/** Steps before the start node are not run. In a graph those of another way are not, and others go on as in a resume. */
function mustBeSkipped(
  table: WorkflowTable,
  previous: RecordedRun,
  node: NodeEntry,
  ways: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (table.dialect === 'steps' || ways.has(node.id)) return true;
  const otherWay = node.arms.some(({ router, outcomes }) => {
    const way = ways.get(router);
    return way !== undefined && !way.some((slug) => outcomes.includes(slug));
  });
  return otherWay && previous.state.nodes.get(node.id)?.status !== 'skipped';
}

function recordIn(previous: RecordedRun, id: string): NodeRecord | undefined {
  const entry = previous.workflow.byId.get(id);
  return entry && currentRecord(viewOf(previous.workflow, previous.items), entry);
}

/** What a step has put into the context stays there, also where the step itself counts as skipped. */
function outputOf(workflow: Indexed, previous: RecordedRun | undefined, { id }: NodeEntry): { output?: string } {
  const output = workflow.table.dialect === 'steps' && previous ? recordIn(previous, id)?.output : undefined;
  return output === undefined ? {} : { output };
}

/** The artifacts of what is kept are this run's from now on. */
async function copyVersion(
  root: string,
  { run, kept }: Session,
  { id, slug }: NodeEntry,
  previous: RecordedRun,
  { from: was, to: round, execution }: { readonly from: number; readonly to: number; readonly execution: number },
): Promise<void> {
  if (!kept) return;
  const from = versionFolder(root, {
    run: previous.run,
    node: previous.workflow.byId.get(id)!.slug,
    ...{ round: was, execution },
  });
  await cp(from, versionFolder(root, { run, node: slug, round, execution }), { recursive: true }).catch(absent);
}
