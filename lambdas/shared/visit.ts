import type { NodeDeps } from '../../lib/node/deps.ts';
import { runNode } from '../../lib/node/run-node.ts';
import type { NodeAnswer, NodeEvent } from '../../lib/node/visitor.ts';
import { notifier } from './notify.ts';
import { tellProgress } from './progress.ts';

/** Executes a node; what happens is logged and counted, and what its skill logs bears the run. People are told when it waits for them. */
export function visitNode(event: NodeEvent, deps: NodeDeps): Promise<NodeAnswer> {
  const { run } = event;
  const { onWaiting } = notifier(deps);
  return runNode(event, {
    ...deps,
    ...(onWaiting && { onWaiting }),
    log: (level, message, details) => deps.log(level, message, { run, ...details }),
    onProgress: (progress) => tellProgress(run, progress),
  });
}
