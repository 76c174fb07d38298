import type { Analysis } from '../../ir/analysis.ts';
import { uniqueNames } from '../../ir/names.ts';
import { slug } from '../../ir/slug.ts';
import type { Tree } from '../../ir/tree.ts';
import { nodesOf } from '../../ir/tree.ts';

/** The longest state name that the service takes. */
const STATE_NAME_LIMIT = 80;

/** Names of everything that is emitted. They depend on the ids, never on the order in which nodes are listed. */
export interface Names {
  readonly nodes: readonly string[];
  readonly start: string;
  readonly close: string;
  readonly started: string;
  readonly notStarted: string;
  parallel(tree: Tree): string;
  /** The Choice that decides between the arms of a choice tree. */
  choice(tree: Tree): string;
  /** The Choice behind an item of a region that goes back. */
  loop(region: Tree, behind: number): string;
  /** The Succeed that ends a branch. */
  branchEnd(branch: Tree): string;
}

/** A slug of each node: ASCII, and unique whether or not case counts. */
export function nodeSlugs(ids: readonly string[]): string[] {
  const names = uniqueNames(
    ids.map((id) => [id, slug(id)]),
    48,
  );
  return ids.map((id) => names.get(id)!);
}

export function stateNames(analysis: Analysis, root: Tree): Names {
  const wishes: [string, string][] = [
    ['start', 'start'],
    ['started', 'started?'],
    ['not-started', 'not started'],
    ['close', 'close'],
  ];
  analysis.graph.nodes.forEach((node) => wishes.push([`node ${node.id}`, ascii(`${node.id} ${node.skill.text}`)]));
  const ids = (trees: readonly Tree[]) =>
    trees.map((tree) => analysis.graph.nodes[Math.min(...nodesOf(tree))]!.id).sort();
  const all = (tree: Tree) =>
    nodesOf(tree)
      .map((node) => analysis.graph.nodes[node]!.id)
      .sort()
      .join('\n');
  const keys = new Map<Tree, string>();
  const wish = (tree: Tree, kind: string, name: string) => wishes.push([`${kind} ${all(tree)}`, ascii(name)]);
  const visit = (tree: Tree): void => {
    keys.set(tree, all(tree));
    switch (tree.kind) {
      case 'node':
        return;
      case 'sequence':
        tree.items.forEach(visit);
        return;
      case 'parallel':
        wish(tree, 'parallel', `parallel ${ids(tree.branches).join(' + ')}`);
        for (const branch of tree.branches) {
          visit(branch);
          wish(branch, 'end', `end of ${ids([branch])[0]}`);
        }
        return;
      case 'choice':
        wish(tree, 'choice', `route ${analysis.graph.nodes[tree.router]!.id}`);
        for (const arm of tree.arms) visit(arm.body);
        return;
      case 'region': {
        visit(tree.body);
        const items = tree.body.kind === 'sequence' ? tree.body.items : [tree.body];
        items.forEach((item, i) => wishes.push([`loop ${i} ${all(tree)}`, ascii(`again after ${ids([item])[0]}`)]));
      }
    }
  };
  visit(root);
  const names = uniqueNames(wishes, STATE_NAME_LIMIT);
  const of = (tree: Tree, kind: string) => names.get(`${kind} ${keys.get(tree) ?? all(tree)}`)!;
  return {
    nodes: analysis.graph.nodes.map((node) => names.get(`node ${node.id}`)!),
    start: names.get('start')!,
    close: names.get('close')!,
    started: names.get('started')!,
    notStarted: names.get('not-started')!,
    parallel: (tree) => of(tree, 'parallel'),
    choice: (tree) => of(tree, 'choice'),
    loop: (region, behind) => of(region, `loop ${behind}`),
    branchEnd: (branch) => of(branch, 'end'),
  };
}

/** State names are kept to characters that no console or log has trouble with. */
function ascii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9 ._+?/-]+/g, '-')
    .trim();
}
