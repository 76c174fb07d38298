import type { Graph } from '../../lib/ir/graph.ts';
import { runGraph } from './graph-run.ts';
import type { ReferenceOptions, ReferenceResult, Script } from './result.ts';
import { runSteps } from './steps-run.ts';

/**
 * Says what has to come out of a workflow with scripted outcomes. It does one thing after the other and looks
 * everything up anew each time, so that it can be compared with the rules sentence by sentence.
 */
export function reference(graph: Graph, script: Script, options: ReferenceOptions = {}): ReferenceResult {
  return graph.dialect === 'graph' ? runGraph(graph, script, options) : runSteps(graph, script, options);
}
