import type { Tree } from '../../ir/tree.ts';
import { chooseBarrier } from './barrier.ts';
import type { Local } from './local.ts';

/** What is to be nested: vertices that already have a tree each, and who comes before whom. */
export interface Units {
  readonly trees: readonly Tree[];
  /** Expected duration of each. */
  readonly lengths: readonly number[];
  readonly successors: readonly (readonly number[])[];
}

/**
 * Nests an acyclic graph: parallel where it falls apart, sequence where everything of one part precedes everything of
 * the next, and a barrier where neither is so. Exact on series-parallel graphs: no order is added to those.
 */
export function decompose(units: Units): Tree {
  return nest(units, topological(units.successors));
}

/** `vertices` is convex (holds all that lies between its members) and in topological order. */
function nest(units: Units, vertices: readonly number[]): Tree {
  if (vertices.length === 1) return units.trees[vertices[0]!]!;
  const local = restrict(units, vertices);
  const parts = apart(local);
  if (parts.length > 1) return parallel(parts.map((part) => nest(units, pick(vertices, part))));
  const blocks = inSeries(local);
  if (blocks.length > 1) return sequence(blocks.map((block) => nest(units, pick(vertices, block))));
  const early = chooseBarrier(local);
  const first = vertices.filter((_, i) => early[i]);
  const rest = vertices.filter((_, i) => !early[i]);
  return sequence([nest(units, first), nest(units, rest)]);
}

export function sequence(items: readonly Tree[]): Tree {
  const flat = items.flatMap((item) => (item.kind === 'sequence' ? item.items : [item]));
  return flat.length === 1 ? flat[0]! : { kind: 'sequence', items: flat };
}

export function parallel(branches: readonly Tree[]): Tree {
  const flat = branches.flatMap((branch) => (branch.kind === 'parallel' ? branch.branches : [branch]));
  return flat.length === 1 ? flat[0]! : { kind: 'parallel', branches: flat };
}

function restrict(units: Units, vertices: readonly number[]): Local {
  const at = new Map(vertices.map((vertex, i) => [vertex, i]));
  return {
    size: vertices.length,
    lengths: vertices.map((vertex) => units.lengths[vertex]!),
    successors: vertices.map((vertex) => units.successors[vertex]!.flatMap((next) => at.get(next) ?? [])),
  };
}

function pick(vertices: readonly number[], positions: readonly number[]): number[] {
  return positions.map((i) => vertices[i]!);
}

/** Weakly connected components, each in ascending order. */
function apart(local: Local): number[][] {
  const leader = Array.from({ length: local.size }, (_, i) => i);
  const find = (v: number): number => {
    while (leader[v] !== v) v = leader[v] = leader[leader[v]!]!;
    return v;
  };
  local.successors.forEach((successors, from) => {
    for (const to of successors) {
      const [a, b] = [find(from), find(to)];
      leader[Math.max(a, b)] = Math.min(a, b);
    }
  });
  const parts = new Map<number, number[]>();
  for (let v = 0; v < local.size; v++)
    parts
      .set(find(v), parts.get(find(v)) ?? [])
      .get(find(v))!
      .push(v);
  return [...parts.values()];
}

/**
 * Consecutive blocks, each of which lies wholly before the next. A place between two of them is one where every
 * vertex that starts the rest has all that stands before that place among its ancestors.
 */
function inSeries(local: Local): number[][] {
  const { ancestors, firstAncestorGap } = countAncestors(local);
  const blocks: number[][] = [];
  let begin = 0;
  // A cut at p is valid when each v >= p whose predecessors all lie before p has exactly p ancestors.
  const spoilt = new Uint8Array(local.size + 1);
  for (let v = 0; v < local.size; v++) {
    for (let p = firstAncestorGap[v]!; p <= v; p++) if (ancestors[v] !== p) spoilt[p] = 1;
  }
  for (let p = 1; p <= local.size; p++) {
    if (p < local.size && spoilt[p]) continue;
    blocks.push(Array.from({ length: p - begin }, (_, i) => begin + i));
    begin = p;
  }
  return blocks;
}

/** For each vertex the number of its ancestors, and the first place behind all its predecessors. */
function countAncestors(local: Local): { ancestors: number[]; firstAncestorGap: number[] } {
  const words = Math.ceil(local.size / 32);
  const rows = new Uint32Array(local.size * words);
  const ancestors = new Array<number>(local.size).fill(0);
  const firstAncestorGap = new Array<number>(local.size).fill(0);
  for (let v = 0; v < local.size; v++) {
    const row = v * words;
    for (let w = 0; w < words; w++) ancestors[v]! += bits(rows[row + w]!);
    for (const next of local.successors[v]!) {
      const other = next * words;
      for (let w = 0; w < words; w++) rows[other + w]! |= rows[row + w]!;
      rows[other + (v >>> 5)]! |= 1 << (v & 31);
      firstAncestorGap[next] = Math.max(firstAncestorGap[next]!, v + 1);
    }
  }
  return { ancestors, firstAncestorGap };
}

function bits(word: number): number {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** A topological order; which one does not matter to the result. */
function topological(successors: readonly (readonly number[])[]): number[] {
  const waiting = new Array<number>(successors.length).fill(0);
  for (const list of successors) for (const next of list) waiting[next]!++;
  const order = [...waiting.keys()].filter((v) => waiting[v] === 0);
  for (const v of order) for (const next of successors[v]!) if (--waiting[next]! === 0) order.push(next);
  if (order.length !== successors.length) throw new Error('structure: the items of a scope form a cycle');
  return order;
}
