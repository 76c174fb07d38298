import { list } from '../diagnostics/show.ts';
import { readScript } from '../local/run-files.ts';
import { latestRunOf } from '../local/records.ts';
import { changedNodes } from '../node/changed-nodes.ts';
import type { PreviousRun, StartAt } from '../node/start-at.ts';
import { nodesFrom } from '../node/start-at.ts';
import type { Indexed } from '../node/view.ts';
import type { Refused } from './io.ts';
import { noSuchNode } from './no-such-node.ts';
import type { PreparedRun } from './prepare-run.ts';

/**
 * The node to start at, with the latest run, whose results are kept (none with `--fresh`, nor from one with scripted
 * outcomes in earnest). What runs again may have changed; what is kept may not, unless it is forced.
 */
export async function startNode(
  cwd: string,
  { workflow, script }: PreparedRun,
  given: string,
  options: { readonly fresh?: boolean; readonly force?: boolean },
): Promise<StartAt | Refused> {
  const node = given.normalize('NFC');
  if (!workflow.byId.has(node)) return { refused: noSuchNode('the workflow', node, workflow.byId.keys()) };
  const latest = options.fresh ? undefined : await latestRunOf(cwd, workflow.table.name);
  if (!latest || ((await readScript(cwd, latest.run)) !== undefined) !== (script !== undefined))
    return { node, previous: undefined };
  const { run, holder } = latest;
  if (holder)
    return { refused: `the run ${run}, whose results would be kept, is being worked on by process ${holder.pid}` };
  return keeping(workflow, node, latest, options.force ?? false);
}

/** To start at a node and keep what an earlier run says of others, unless those have changed. */
export function keeping(workflow: Indexed, node: string, previous: PreviousRun, force: boolean): StartAt | Refused {
  const part = nodesFrom(workflow.table, node);
  const changed = changedNodes(previous.items, workflow.table).filter((id) => workflow.byId.has(id) && !part.has(id));
  if (changed.length === 0 || force) return { node, previous };
  return {
    refused: `what would be kept of the run ${previous.run} has changed: ${list(changed)}; --force keeps it, --fresh keeps nothing`,
  };
}
