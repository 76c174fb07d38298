import type { Analysis, Scope } from '../../ir/analysis.ts';
import { MinHeap } from '../../ir/min-heap.ts';
import type { Outcome } from '../../ir/table.ts';

/** Items that can only be live when a router has one of some outcomes: the body of a Choice, an arm for each group. */
export interface ChoiceItems {
  readonly router: number;
  readonly arms: readonly { readonly outcomes: readonly string[]; readonly items: readonly number[] }[];
}

/** For each item of a scope the forward edges that can make it live; undefined where it is live whatever a router says. */
export type LiveIn = readonly (readonly number[] | undefined)[];

/** The items among which arms are looked for: those of a scope, or of an arm in it. */
export interface ArmLevel {
  readonly analysis: Analysis;
  readonly scope: Scope;
  readonly liveIn: LiveIn;
  readonly neighbours: Neighbours;
  /** Place of each item in topological order. */
  readonly place: ReadonlyMap<number, number>;
  /** When each item has ended at the earliest, counted from the start of the scope or of the arm around it. */
  readonly finish: ReadonlyMap<number, number>;
  /** Items that stand in an arm already. */
  readonly taken: ReadonlySet<number>;
}

/** Which items of a scope come directly before and after each. */
export interface Neighbours {
  readonly before: readonly (readonly number[])[];
  readonly after: readonly (readonly number[])[];
}

/** Slugs of the outcomes between which a router decides: those that take edges (an ask for a loop takes none). */
export function decidingOutcomes(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.filter((outcome) => outcome.asks === undefined && outcome.kind !== 'tolerated');
}

/**
 * Which edges into each item can make it live (semantics: order). Entries, independent nodes and the targets of this
 * region's loops are live through something else than an edge inside the scope.
 */
export function liveEdges(analysis: Analysis, scope: Scope): LiveIn {
  const into = scope.items.map((): number[] | undefined => []);
  const always = (node: number) => (into[scope.itemOf.get(node)!] = undefined);
  const hasIn = new Uint8Array(analysis.graph.nodes.length);
  for (const edge of analysis.forward) {
    const [from, to] = analysis.ends[edge]!;
    hasIn[to] = 1;
    const item = scope.itemOf.get(to);
    if (item === undefined) continue;
    const source = scope.itemOf.get(from);
    if (source === item) continue;
    const onlyWaits = analysis.axis.has(from) && !analysis.axis.has(to);
    if (onlyWaits) continue;
    if (source === undefined) into[item] = undefined;
    else into[item]?.push(edge);
  }
  for (const node of scope.itemOf.keys()) if (!hasIn[node] || analysis.graph.nodes[node]!.independent) always(node);
  if (scope.region !== undefined)
    for (const loop of analysis.regions[scope.region]!.loops) always(analysis.loops[loop]!.to);
  return into;
}

/**
 * The arms of one router among some items: every item in an arm gets the edges that can make it live from that arm, or
 * from the router by that arm's outcomes. Labels that lead to a shared item make one arm. Undefined when there are none.
 */
export function armsOf(level: ArmLevel, router: number, universe: ReadonlySet<string>): ChoiceItems | undefined {
  const behind = new Set<number>();
  let guards = guardedItems(level, router, universe, behind);
  let groups = grouped(guards);
  // A group that covers every outcome decides nothing; what needs the most outcomes then stands behind the Choice.
  for (let full = fullGroups(groups, universe); full.length > 0; full = fullGroups(groups, universe)) {
    for (const group of full) {
      const most = Math.max(...group.map((item) => guards.get(item)!.size));
      for (const item of group) if (guards.get(item)!.size === most) behind.add(item);
    }
    guards = guardedItems(level, router, universe, behind);
    groups = grouped(guards);
  }
  if (groups.length === 0) return undefined;
  const arms = groups.map(({ outcomes, items: members }) => ({ outcomes: [...outcomes].sort(), items: members }));
  return { router, arms };
}

type Guards = Map<number, ReadonlySet<string>>;

/**
 * For each item that only some outcomes of the router can make live, those outcomes. An item that also waits for
 * something that ends later than the router is left out, since its arm would wait with it; so are those in `behind`.
 */
function guardedItems(
  level: ArmLevel,
  router: number,
  universe: ReadonlySet<string>,
  behind: ReadonlySet<number>,
): Guards {
  const { analysis, scope, liveIn, neighbours, place, finish, taken } = level;
  const own = scope.itemOf.get(router);
  const inside = own !== undefined && place.has(own);
  const decided = inside ? finish.get(own)! : 0;
  const outcomes = decidingOutcomes(analysis.outcomes[router]!.outcomes).filter((outcome) =>
    universe.has(outcome.slug),
  );
  const guards: Guards = new Map();

  const outcomesOf = (item: number): ReadonlySet<string> | undefined => {
    const late = neighbours.before[item]!.some(
      (other) => place.has(other) && other !== own && !guards.has(other) && finish.get(other)! > decided,
    );
    const under = new Set<string>();
    for (const edge of late ? [] : (liveIn[item] ?? [])) {
      const from = analysis.ends[edge]![0];
      const slugs =
        from === router
          ? outcomes.filter(({ takes }) => takes.includes(edge)).map(({ slug }) => slug)
          : guards.get(scope.itemOf.get(from)!);
      if (!slugs) return undefined;
      for (const slug of slugs) under.add(slug);
    }
    return under.size > 0 && under.size < universe.size ? under : undefined;
  };

  // In topological order, from the router's own targets on: only what a guarded item leads to can be guarded.
  const byPlace = new Map<number, number>();
  const next = new MinHeap();
  const look = (item: number) => {
    const at = place.get(item);
    if (at === undefined || item === own || taken.has(item) || behind.has(item) || byPlace.has(at)) return;
    byPlace.set(at, item);
    next.push(at);
  };
  for (const { takes } of outcomes) for (const edge of takes) look(scope.itemOf.get(analysis.ends[edge]![1]) ?? -1);
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    const item = byPlace.get(at)!;
    const under = outcomesOf(item);
    if (!under) continue;
    guards.set(item, under);
    neighbours.after[item]!.forEach(look);
  }
  return guards;
}

interface Group {
  readonly outcomes: ReadonlySet<string>;
  readonly items: readonly number[];
}

function grouped(guards: Guards): Group[] {
  const groups: { outcomes: Set<string>; items: number[] }[] = [];
  for (const [item, under] of guards) {
    const touching = groups.filter((group) => !group.outcomes.isDisjointFrom(under));
    const merged = { outcomes: new Set(under), items: [item] };
    for (const group of touching) {
      for (const slug of group.outcomes) merged.outcomes.add(slug);
      merged.items.push(...group.items);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(merged);
  }
  return groups;
}

function fullGroups(groups: readonly Group[], universe: ReadonlySet<string>): (readonly number[])[] {
  return groups.filter((group) => group.outcomes.size === universe.size).map((group) => group.items);
}
