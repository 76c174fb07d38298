import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Compiled } from '../../lib/compile/index.ts';
import { compile } from '../../lib/compile/index.ts';
import type { Tree } from '../../lib/ir/tree.ts';
import { checkMachine } from './check-machine.ts';
import { toWorkflow } from './random-graph.ts';
import type { RandomWorkflow } from './random-graph.ts';

interface Dag {
  readonly name: string;
  readonly nodes: readonly { readonly id: string; readonly seconds?: number }[];
  readonly edges: readonly (readonly [string, string])[];
}

const dags = JSON.parse(readFileSync(join(import.meta.dirname, 'shapes', 'dags.json'), 'utf8')) as Dag[];

describe('shapes of real workflows', () => {
  const stretched = new Map<string, number>();

  it.each(dags.map((dag) => [dag.name, dag] as const))('%s keeps its order', (name, dag) => {
    const workflow = workflowOf(dag);
    const { compiled } = compile(JSON.stringify(workflow));
    checkMachine(workflow, compiled!.asl);
    stretched.set(name, nestedLength(compiled!) / criticalPath(compiled!));
  });

  it('are hardly lengthened by barriers', () => {
    const ratios = [...stretched.values()];
    expect(ratios).toHaveLength(dags.length);
    expect(Math.max(...ratios)).toBeLessThan(1.1);
    expect(ratios.reduce((a, b) => a + b, 0) / ratios.length).toBeLessThan(1.005);
    expect(ratios.filter((ratio) => ratio < 1 + 1e-9).length).toBeGreaterThanOrEqual(235);
  });
});

function workflowOf(dag: Dag): RandomWorkflow {
  const index = new Map(dag.nodes.map((node, i) => [node.id, i]));
  const workflow = toWorkflow({
    nodes: dag.nodes.length,
    edges: dag.edges.map(([a, b]) => [index.get(a)!, index.get(b)!]),
  });
  // A weight is more than nothing; a source that says 0 seconds does not know.
  const weights = dag.nodes.map((node) => (node.seconds === 0 ? undefined : node.seconds));
  return {
    ...workflow,
    nodes: workflow.nodes.map((node, i) => ({ ...node, ...(weights[i] !== undefined && { weight: weights[i] }) })),
  };
}

function weightOf(compiled: Compiled, node: number): number {
  return compiled.graph.nodes[node]!.weight ?? 1;
}

/** The longest way through the graph: no order can be shorter. */
function criticalPath(compiled: Compiled): number {
  const { analysis } = compiled;
  const after = analysis.graph.nodes.map((): number[] => []);
  for (const [from, to] of analysis.ends) after[from]!.push(to);
  const start = new Map<number, number>();
  let end = 0;
  for (const node of analysis.order) {
    const finish = (start.get(node) ?? 0) + weightOf(compiled, node);
    end = Math.max(end, finish);
    for (const to of after[node]!) start.set(to, Math.max(start.get(to) ?? 0, finish));
  }
  return end;
}

function nestedLength(compiled: Compiled, tree: Tree = compiled.tree): number {
  switch (tree.kind) {
    case 'node':
      return weightOf(compiled, tree.node);
    case 'sequence':
      return tree.items.reduce((sum, item) => sum + nestedLength(compiled, item), 0);
    case 'parallel':
      return Math.max(...tree.branches.map((branch) => nestedLength(compiled, branch)));
    case 'choice':
      return Math.max(...tree.arms.map((arm) => nestedLength(compiled, arm.body)));
    case 'region':
      return nestedLength(compiled, tree.body);
  }
}
