import type { Item, Order, Region, Scope, ScopeEdge } from '../../ir/analysis.ts';

/** The smallest region of each node; regions stand after those that they lie in. */
export function smallestRegions(size: number, regions: readonly Region[]): (number | undefined)[] {
  const smallest = new Array<number | undefined>(size).fill(undefined);
  regions.forEach((region, index) => {
    for (const node of region.nodes) smallest[node] = index;
  });
  return smallest;
}

/** The regions that hold a node, outermost first. */
export function regionChain(regions: readonly Region[], smallest: number | undefined): number[] {
  const chain: number[] = [];
  for (let at = smallest; at !== undefined; at = regions[at]!.parent) chain.push(at);
  return chain.reverse();
}

/** Which scope (0 the top level, region r is scope r+1) an edge between two nodes belongs to: the innermost that holds both. */
export class Levels {
  private readonly chains: readonly (readonly number[])[];

  constructor(regions: readonly Region[], regionOf: readonly (number | undefined)[]) {
    this.chains = regionOf.map((region) => regionChain(regions, region));
  }

  /** Index of the innermost scope that holds both nodes. */
  common(a: number, b: number): number {
    const [first, second] = [this.chains[a]!, this.chains[b]!];
    let level = 0;
    while (level < first.length && first[level] === second[level]) level++;
    return level === 0 ? 0 : first[level - 1]! + 1;
  }
}

/**
 * One scope a level of nesting: its items are its own nodes and the regions directly inside, in the order of their
 * first node; its edges are the forward edges and orders whose ends lie in different items of it.
 */
export function makeScopes(
  size: number,
  regions: readonly Region[],
  regionOf: readonly (number | undefined)[],
  forward: readonly (readonly [from: number, to: number, edge: number])[],
): Scope[] {
  const holds = [undefined, ...regions.keys()];
  const drafts = holds.map((region) => ({
    region,
    items: [] as Item[],
    itemOf: new Map<number, number>(),
    edges: [] as ScopeEdge[],
  }));
  const regionItem = new Map<number, number>();
  for (let node = 0; node < size; node++) {
    const chain = regionChain(regions, regionOf[node]);
    const scopes = [0, ...chain.map((region) => region + 1)];
    scopes.forEach((scope, depth) => {
      const draft = drafts[scope]!;
      const inner = chain[depth];
      const at = inner === undefined ? undefined : regionItem.get(inner);
      if (at !== undefined) draft.itemOf.set(node, at);
      else {
        draft.itemOf.set(node, draft.items.length);
        if (inner !== undefined) regionItem.set(inner, draft.items.length);
        draft.items.push(inner === undefined ? { kind: 'node', node } : { kind: 'region', region: inner });
      }
    });
  }
  const levels = new Levels(regions, regionOf);
  for (const [from, to, edge] of forward) {
    const scope = drafts[levels.common(from, to)]!;
    scope.edges.push({ from: scope.itemOf.get(from)!, to: scope.itemOf.get(to)!, edge });
  }
  return drafts;
}

/** The same scopes with order between nodes added where it belongs. */
export function withOrders(
  scopes: readonly Scope[],
  regions: readonly Region[],
  regionOf: readonly (number | undefined)[],
  orders: readonly Order[],
): Scope[] {
  const levels = new Levels(regions, regionOf);
  const added = scopes.map((): ScopeEdge[] => []);
  for (const { from, to } of orders) {
    const at = levels.common(from, to);
    const { itemOf } = scopes[at]!;
    added[at]!.push({ from: itemOf.get(from)!, to: itemOf.get(to)! });
  }
  return scopes.map((scope, i) => ({ ...scope, edges: [...scope.edges, ...added[i]!] }));
}
