import type { Graph } from './graph.ts';
import type { Outcome } from './table.ts';

/** What analysis derives from a graph. Nodes, edges and regions are named by their index. */
export interface Analysis {
  readonly graph: Graph;
  /** Node index by id. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** Indexes into `graph.edges`. */
  readonly forward: readonly number[];
  readonly ends: readonly (readonly [from: number, to: number])[];
  /** For each node the edges that enter it, back edges included, as indexes into `graph.edges`. */
  readonly entering: readonly (readonly number[])[];
  readonly loops: readonly Loop[];
  /** Every region after those that it lies in. */
  readonly regions: readonly Region[];
  /** The smallest region that holds each node, if any. */
  readonly regionOf: readonly (number | undefined)[];
  /** The top level first, then one scope for each region, in the order of `regions`. */
  readonly scopes: readonly Scope[];
  /** Order without an edge: file sets that overlap, and context keys that are read. */
  readonly orders: readonly Order[];
  /** Nodes in resolved order: topological over forward edges and order, the lowest file index first. */
  readonly order: readonly number[];
  readonly outcomes: readonly NodeOutcomes[];
  /** Nodes on the independent axis. */
  readonly axis: ReadonlySet<number>;
}

export interface Loop {
  /** Index into `graph.edges`. */
  readonly edge: number;
  readonly from: number;
  readonly to: number;
  readonly bound: number;
  /** Index of the smallest region that holds it. */
  readonly region: number;
  /** The nodes that go back to pending when it is taken. */
  readonly resets: readonly number[];
}

export interface Region {
  readonly parent: number | undefined;
  readonly nodes: ReadonlySet<number>;
  /** Indexes of its own loops, not of those of inner regions. */
  readonly loops: readonly number[];
}

/** One level of nesting: its nodes and, contracted to one item each, the regions directly inside. */
export interface Scope {
  readonly region: number | undefined;
  readonly items: readonly Item[];
  /** The item of every node that lies anywhere inside this scope. */
  readonly itemOf: ReadonlyMap<number, number>;
  /** Forward edges between items. */
  readonly edges: readonly ScopeEdge[];
}

export type Item =
  { readonly kind: 'node'; readonly node: number } | { readonly kind: 'region'; readonly region: number };

export interface ScopeEdge {
  readonly from: number;
  readonly to: number;
  /** Index into `graph.edges`; absent for order. */
  readonly edge?: number;
}

export interface Order {
  readonly from: number;
  readonly to: number;
  readonly why: string;
}

export interface NodeOutcomes {
  readonly outcomes: readonly Outcome[];
  readonly mayNameNone: boolean;
  readonly gate: boolean;
}
