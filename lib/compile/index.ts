import type { StateMachine } from '../asl/definition.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Analysis } from '../ir/analysis.ts';
import type { Graph } from '../ir/graph.ts';
import type { WorkflowTable } from '../ir/table.ts';
import type { Tree } from '../ir/tree.ts';
import type { Environment } from './3-validate/index.ts';
import { analyze } from './4-analyze/index.ts';
import { structure } from './5-structure/index.ts';
import { emit } from './6-emit/index.ts';
import { check } from './check.ts';

export type { Environment };

/** Everything that a valid workflow is compiled to. */
export interface Compiled {
  readonly graph: Graph;
  readonly analysis: Analysis;
  readonly tree: Tree;
  /** The Step Functions definition; functions stand as `${RunNode}` and `${CloseRun}`. */
  readonly asl: StateMachine;
  /** What the handlers know of the workflow. */
  readonly table: WorkflowTable;
}

export interface CompileOptions extends Environment {
  /** Nodes that wait for a person although the file does not say so (scripted runs). */
  readonly humans?: ReadonlySet<string>;
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
  const graph = withHumans(checked, options.humans);
  const analysis = analyze(graph);
  const tree = structure(analysis);
  const { asl, table } = emit(analysis, tree);
  return { compiled: { graph, analysis, tree, asl, table }, diagnostics };
}

function withHumans(graph: Graph, humans: ReadonlySet<string> | undefined): Graph {
  if (!humans || humans.size === 0) return graph;
  return { ...graph, nodes: graph.nodes.map((node) => (humans.has(node.id) ? { ...node, human: true } : node)) };
}
