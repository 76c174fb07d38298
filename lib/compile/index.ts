import type { StateMachine } from '../asl/definition.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { hasErrors, sortDiagnostics } from '../diagnostics/sort.ts';
import type { Analysis } from '../ir/analysis.ts';
import type { Graph, GraphNode } from '../ir/graph.ts';
import type { WorkflowTable } from '../ir/table.ts';
import type { Tree } from '../ir/tree.ts';
import type { Environment } from './3-validate/index.ts';
import { analyze } from './4-analyze/index.ts';
import { structure } from './5-structure/index.ts';
import { emit } from './6-emit/index.ts';
import { check } from './check.ts';
import { limitDiagnostics, limitsOf } from './limits.ts';
import { withFacts } from './with-facts.ts';

export type { Environment };

/** Everything that a valid workflow is compiled to. */
export interface Compiled {
  readonly graph: Graph;
  readonly analysis: Analysis;
  readonly tree: Tree;
  /** The Step Functions definition; functions stand as `${RunNode}`, `${CloseRun}` and the like. */
  readonly asl: StateMachine;
  /** What the handlers know of the workflow. */
  readonly table: WorkflowTable;
}

export interface CompileOptions extends Environment {
  /** Nodes that wait for a person although the file does not say so (scripted runs). */
  readonly humans?: ReadonlySet<string>;
  /** Nodes that do not, although the file says so. */
  readonly automatic?: ReadonlySet<string>;
}

/** `compiled` is absent when the file has errors. */
export interface CompileResult {
  readonly compiled?: Compiled;
  readonly diagnostics: readonly Diagnostic[];
}

/** The one place that knows the order of the phases: parse → validate → analyze → structure → emit. */
export function compile(source: string | Uint8Array, options: CompileOptions = {}): CompileResult {
  const { graph: checked, diagnostics } = check(source, options);
  if (!checked) return { diagnostics };
  const graph = withHumans(withFacts(checked, options.skill), options);
  const compiled = compileGraph(graph);
  const limits = limitDiagnostics(compiled, limitsOf(compiled), options.target ?? 'local');
  const all = sortDiagnostics([...diagnostics, ...limits]);
  if (hasErrors(all)) return { diagnostics: all };
  return { compiled: graph === checked ? compiled : withHashesOf(compiled, compileGraph(checked)), diagnostics: all };
}

function compileGraph(graph: Graph): Compiled {
  const analysis = analyze(graph);
  const tree = structure(analysis);
  const { asl, table } = emit(analysis, tree);
  return { graph, analysis, tree, asl, table };
}

/** The same graph when no node is another than the file says. */
function withHumans(graph: Graph, { humans, automatic }: CompileOptions): Graph {
  const waits = ({ id, human }: GraphNode) => (human ? !automatic?.has(id) : humans?.has(id)) ?? human;
  if (graph.nodes.every((node) => waits(node) === node.human)) return graph;
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, human: waits(node) })) };
}

/** Who answers is no part of the workflow: the nodes keep the hashes of the file, by which a run knows it again. */
function withHashesOf(compiled: Compiled, file: Compiled): Compiled {
  const nodes = compiled.table.nodes.map((node, i) => ({ ...node, hash: file.table.nodes[i]!.hash }));
  return { ...compiled, table: { ...compiled.table, nodes } };
}
