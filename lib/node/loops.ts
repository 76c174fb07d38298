import { asItem, currentRecord, loopCount, viewOf } from './view.ts';
import type { View } from './view.ts';
import type { NodeEntry } from '../ir/table.ts';
import { regionName } from '../ir/table.ts';
import type { StateStore } from '../store/state-store.ts';
import type { Header, LoopCount } from './record.ts';
import { HEADER } from './record.ts';
import { failure, SUPERSEDED } from './failures.ts';

/** The regions of an event's `apply`, by name, with the turn in which it was decided that their loops are taken. */
export type Apply = ReadonlyMap<string, number>;

export function applyOf(list: readonly Readonly<Record<string, number>>[]): Apply {
  return new Map(list.flatMap((entry) => Object.entries(entry)));
}

/** Ids of the sources whose asks decide which loops of some regions are taken. */
export function loopSources(workflow: View['workflow'], apply: Apply): string[] {
  return workflow.table.loops.filter((loop) => apply.has(regionName(loop.region))).map((loop) => loop.from);
}

/** The regions that hold a node, by index. */
export function regionsOf(view: View, node: NodeEntry): number[] {
  return [...view.workflow.table.regions.keys()].filter((region) =>
    view.workflow.table.regions[region]!.nodes.includes(node.id),
  );
}

/** How often loops of a region have been taken. It grows with each of its rounds. */
export function regionTurn(view: View, region: number): number {
  const own = [...view.workflow.table.loops.keys()].filter(
    (loop) => view.workflow.table.loops[loop]!.region === region,
  );
  return own.reduce((turn, loop) => turn + loopCount(view, loop), 0);
}

/**
 * Takes all loops of some regions that are asked for: counts them in one conditional write, which makes the records of
 * every node that they reset out of date. The first of several handlers that start a round does it: for the others, and
 * for whatever is asked for since, the turn that the Choice decided on is over.
 */
export async function applyLoops(view: View, store: StateStore, run: string, apply: Apply, now: Date): Promise<View> {
  const { table, byId } = view.workflow;
  const asked = table.loops.filter(
    (loop) =>
      apply.get(regionName(loop.region)) === regionTurn(view, loop.region) &&
      currentRecord(view, byId.get(loop.from)!)?.asked === loop.key,
  );
  if (asked.length === 0) return view;
  const turn = view.header.turns + 1;
  const counts = new Map(view.loops);
  for (const { key } of asked)
    counts.set(key, { key, count: (counts.get(key)?.count ?? 0) + 1, turn, at: now.toISOString() } satisfies LoopCount);
  const header: Header = { ...view.header, turns: turn, loops: [...counts.values()] };
  const written = await store.write(run, HEADER, asItem(header), view.headerRev);
  if (!written) throw failure(SUPERSEDED, 'the run was changed while a loop was being counted');
  const items = new Map(view.items).set(HEADER, { rev: view.headerRev + 1, value: asItem(header) });
  return viewOf(view.workflow, items, view.epoch);
}

/** How a loop that would be taken once more stands against its bound. */
export function loopRound(
  view: View,
  loop: number,
): { readonly round: number; readonly exhausted: boolean; readonly note: string } {
  const { bound, key } = view.workflow.table.loops[loop]!;
  const count = loopCount(view, loop);
  return { round: count + 1, exhausted: count >= bound, note: `loop ${key} used up ${count} of ${bound}` };
}
