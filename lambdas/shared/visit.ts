import type { NodeDeps } from '../../lib/node/deps.ts';
import { runNode } from '../../lib/node/run-node.ts';
import type { NodeAnswer, NodeEvent } from '../../lib/node/visitor.ts';
import { tellProgress } from './progress.ts';

/** Executes a node; what happens is logged and counted, and what its skill logs bears the run. */
export function visitNode(event: NodeEvent, deps: NodeDeps): Promise<NodeAnswer> {
  const { run } = event;
  return runNode(event, {
    ...deps,
    log: (level, message, details) => deps.log(level, message, { run, ...details }),
    onProgress: (progress) => tellProgress(run, progress),
  });
}
