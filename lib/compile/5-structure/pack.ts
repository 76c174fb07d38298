import type { Tree } from '../../ir/tree.ts';
import { parallel, sequence } from './decompose.ts';

/** Puts branches one after another so that at most `limit` nodes run at the same time. */
export function packBranches(tree: Tree, limit: number): Tree {
  if (width(tree) <= limit) return tree;
  switch (tree.kind) {
    case 'node':
      return tree;
    case 'sequence':
      return sequence(tree.items.map((item) => packBranches(item, limit)));
    case 'choice':
      return { ...tree, arms: tree.arms.map((arm) => ({ ...arm, body: packBranches(arm.body, limit) })) };
    case 'region':
      return { ...tree, body: packBranches(tree.body, limit) };
    case 'parallel':
      return packParallel(tree.branches, limit);
  }
}

/** Fills as many lanes as may run side by side, the widest branch into the emptiest lane. */
function packParallel(branches: readonly Tree[], limit: number): Tree {
  const lanes = Array.from({ length: Math.min(limit, branches.length) }, (): Tree[] => []);
  const room = Math.floor(limit / lanes.length);
  const byLength = branches.map((branch) => packBranches(branch, room)).sort((a, b) => size(b) - size(a));
  for (const branch of byLength) {
    const emptiest = lanes.reduce((best, lane) => (total(lane) < total(best) ? lane : best));
    emptiest.push(branch);
  }
  return parallel(lanes.map(sequence));
}

/** How many nodes can run at the same time. */
export function width(tree: Tree): number {
  switch (tree.kind) {
    case 'node':
      return 1;
    case 'sequence':
      return Math.max(0, ...tree.items.map(width));
    case 'parallel':
      return tree.branches.reduce((sum, branch) => sum + width(branch), 0);
    case 'choice':
      return Math.max(0, ...tree.arms.map((arm) => width(arm.body)));
    case 'region':
      return width(tree.body);
  }
}

function size(tree: Tree): number {
  switch (tree.kind) {
    case 'node':
      return 1;
    case 'sequence':
      return total(tree.items);
    case 'parallel':
      return total(tree.branches);
    case 'choice':
      return total(tree.arms.map((arm) => arm.body));
    case 'region':
      return size(tree.body);
  }
}

function total(trees: readonly Tree[]): number {
  return trees.reduce((sum, tree) => sum + size(tree), 0);
}
