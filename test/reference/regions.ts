import type { GraphEdge } from '../../lib/ir/graph.ts';
import type { Edges } from './edges.ts';
import type { Way } from './reach.ts';
import { between, reachedFrom } from './reach.ts';

/** The nodes that a loop runs again, or that loops run again together. */
export type Region = ReadonlySet<string>;

/** The regions of all back edges: of any two, one holds the other or they share no node. */
export function findRegions(ids: readonly string[], { forward, back }: Edges): Region[] {
  let family = distinct(back.map((edge) => between([edge.from, edge.to], forward)));
  for (;;) {
    const merged = mergeGroups(family, forward, overlaps) ?? mergeWaiting(ids, family, forward);
    if (!merged) return family;
    family = merged;
  }
}

/** The smallest region that holds both ends of a back edge. */
export function regionOf(edge: GraphEdge, regions: readonly Region[]): Region {
  const holding = regions.filter((region) => region.has(edge.from) && region.has(edge.to));
  return holding.reduce((smallest, region) => (region.size < smallest.size ? region : smallest));
}

function overlaps(a: Region, b: Region): boolean {
  return !a.isDisjointFrom(b) && !a.isSubsetOf(b) && !b.isSubsetOf(a);
}

/** Each connected group becomes one region, with all nodes on ways between its members; undefined if there is none. */
function mergeGroups(
  family: readonly Region[],
  forward: readonly Way[],
  connected: (a: Region, b: Region) => boolean,
): Region[] | undefined {
  const links = family.flatMap((a, i) =>
    family.flatMap((b, j) => (connected(a, b) ? [{ from: `${i}`, to: `${j}` }] : [])),
  );
  if (links.length === 0) return undefined;
  const merged = family.map((_region, i) => {
    const group = reachedFrom([`${i}`], links);
    const members = new Set([...group].flatMap((index) => [...family[Number(index)]!]));
    return group.size === 1 ? members : between(members, forward);
  });
  return distinct(merged);
}

/** Merges the regions of one level that wait for each other; undefined if there are none. */
function mergeWaiting(
  ids: readonly string[],
  family: readonly Region[],
  forward: readonly Way[],
): Region[] | undefined {
  const levels = [new Set(ids), ...family];
  const waiting = levels.flatMap((level) => {
    const children = family.filter((region) => isChild(region, level, family));
    const itemOf = (id: string) => children.findIndex((child) => child.has(id));
    const name = (id: string) => (itemOf(id) < 0 ? `node ${id}` : `region ${itemOf(id)}`);
    const inside = forward.filter((edge) => level.has(edge.from) && level.has(edge.to));
    const ways = inside
      .map((edge) => ({ from: name(edge.from), to: name(edge.to) }))
      .filter((way) => way.from !== way.to);
    const reaches = (i: number, j: number) => reachedFrom([`region ${i}`], ways).has(`region ${j}`);
    return children.flatMap((a, i) =>
      children.flatMap((b, j) => (i !== j && reaches(i, j) && reaches(j, i) ? [[a, b] as const] : [])),
    );
  });
  return mergeGroups(family, forward, (a, b) => waiting.some(([one, other]) => one === a && other === b));
}

/** Whether a region lies in the level with no other region between the two. The outermost level is all nodes. */
function isChild(region: Region, level: Region, family: readonly Region[]): boolean {
  if (region === level || !region.isSubsetOf(level)) return false;
  return !family.some(
    (other) => other !== region && other !== level && region.isSubsetOf(other) && other.isSubsetOf(level),
  );
}

function distinct(regions: readonly Region[]): Region[] {
  const kept: Region[] = [];
  for (const region of regions) {
    if (!kept.some((other) => other.size === region.size && other.isSubsetOf(region))) kept.push(region);
  }
  return kept;
}
