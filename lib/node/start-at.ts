import type { NodeEntry, WorkflowTable } from '../ir/table.ts';
import type { ArtifactVersion } from '../store/artifact-store.ts';
import type { Item, ItemValue } from '../store/state-store.ts';
import type { RunState } from './assemble.ts';
import { captured } from './context.ts';
import type { Header, InputItem, LoopCount, NodeRecord, Trigger } from './record.ts';
import { HEADER, INPUT, nodeKey, WORKFLOW } from './record.ts';
import { RECORD_FORMAT } from './record-format.ts';
import { workflowItem } from './start-run.ts';
import type { Indexed } from './view.ts';
import { asItem, currentRecord, hasEnded, viewOf } from './view.ts';

/** A run whose results may be kept. */
export interface PreviousRun {
  readonly run: string;
  readonly workflow: Indexed;
  readonly header: Header;
  readonly items: ReadonlyMap<string, Item>;
  readonly state: RunState;
}

/** A run that starts at a node (semantics: start at a node). */
export interface StartAt {
  /** Id of the node; the workflow has it. */
  readonly node: string;
  /** The run whose results are kept for what does not run again. */
  readonly previous: PreviousRun | undefined;
  /** Steps dialect, without such a run: what is known otherwise of the context, by its keys. */
  readonly context?: ReadonlyMap<string, string>;
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

/** How a run that starts at a node begins. */
export interface StartRecord {
  /** Its record: what is kept, and what counts as skipped. */
  readonly items: ReadonlyMap<string, ItemValue>;
  /** Artifacts of what is kept, which are to be this run's from now on. */
  readonly kept: readonly KeptVersion[];
}

export interface KeptVersion {
  readonly from: ArtifactVersion;
  readonly to: ArtifactVersion;
  readonly paths: readonly string[];
}

export interface NewRun {
  readonly run: string;
  readonly owner: string;
  /** Undefined for that of the previous run. */
  readonly input: unknown;
  /** What starts it, where that is no person. */
  readonly trigger?: Trigger;
  readonly now: Date;
}

/** The record with which such a run begins. */
export function startRecord(workflow: Indexed, start: StartAt, started: NewRun): StartRecord {
  const { node, previous } = start;
  const { run, owner, now, trigger } = started;
  const { table } = workflow;
  const part = nodesFrom(table, node);
  const input = started.input ?? previous?.state.input;
  const items = new Map<string, ItemValue>();
  const keptVersions: KeptVersion[] = [];
  items.set(INPUT, asItem({ ...(input !== undefined && { input }) } satisfies InputItem));
  items.set(WORKFLOW, asItem(workflowItem({ workflow })));
  const loops = keptLoops(table, part, previous);
  const ways = waysTo(table, node, part);
  const begun = { at: now.toISOString(), epoch: `${run}/0`, attempt: 0, artifacts: [] } as const;
  for (const entry of table.nodes.filter(({ id }) => !part.has(id))) {
    const round = roundOf(table, entry, loops);
    const kept = previous && keptRecord(workflow, previous, entry, ways);
    if (kept) {
      items.set(nodeKey(entry.id), asItem({ ...kept, round }));
      keptVersions.push(keptVersion(previous, entry, kept, { run, node: entry.slug, round }));
    } else if (!previous || mustBeSkipped(table, previous, entry, ways)) {
      const skipped: NodeRecord = {
        ...begun,
        status: 'skipped',
        round,
        runs: 0,
        take:
          ways.get(entry.id)?.[0] ??
          entry.outcomes.find(({ kind, asks }) => kind === 'pass' && asks === undefined)?.slug ??
          'dead',
        reason: 'before-start',
        note: `before start node ${node}`,
        ...outputOf(workflow, start, entry),
      };
      items.set(nodeKey(entry.id), asItem(skipped));
    } else {
      const runs = (previous.items.get(nodeKey(entry.id))?.value as NodeRecord | undefined)?.runs ?? 0;
      // It goes on as in a resume, and its executions are counted on.
      const pending: NodeRecord = { ...begun, status: 'pending', round, runs };
      if (runs > 0) items.set(nodeKey(entry.id), asItem(pending));
    }
  }
  const header: Header = {
    format: RECORD_FORMAT,
    run,
    workflow: table.name,
    version: table.version,
    started: now.toISOString(),
    owner,
    epoch: `${run}/0`,
    loops,
    turns: previous?.header.turns ?? 0,
    from: node,
    ...(trigger && { trigger }),
  };
  items.set(HEADER, asItem(header));
  return { items, kept: keptVersions };
}

function keptVersion(
  previous: PreviousRun,
  { id }: NodeEntry,
  { round, runs, artifacts }: NodeRecord,
  to: Omit<ArtifactVersion, 'execution'>,
): KeptVersion {
  const from = { run: previous.run, node: previous.workflow.byId.get(id)!.slug, round, execution: runs };
  return { from, to: { ...to, execution: runs }, paths: artifacts };
}

/** Counts of back edges whose source runs again begin at zero. */
function keptLoops(table: WorkflowTable, part: ReadonlySet<string>, previous: PreviousRun | undefined): LoopCount[] {
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
  previous: PreviousRun,
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
  previous: PreviousRun,
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

function recordIn(previous: PreviousRun, id: string): NodeRecord | undefined {
  const entry = previous.workflow.byId.get(id);
  return entry && currentRecord(viewOf(previous.workflow, previous.items), entry);
}

/** What a step has put into the context stays there, also where the step itself counts as skipped. */
function outputOf(workflow: Indexed, { previous, context }: StartAt, { id, outputAs }: NodeEntry): { output?: string } {
  if (workflow.table.dialect !== 'steps' || outputAs === undefined) return {};
  const known = context?.get(outputAs);
  const output = previous ? recordIn(previous, id)?.output : known === undefined ? undefined : captured(known);
  return output === undefined ? {} : { output };
}
