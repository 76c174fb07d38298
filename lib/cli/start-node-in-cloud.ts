import type { Deployed } from '../cloud/deployed.ts';
import type { StartAt } from '../node/start-at.ts';
import { chooseCloudRun, stillAtWork } from './in-cloud.ts';
import type { Refused } from './io.ts';
import { isRefused } from './io.ts';
import { noSuchNode } from './no-such-node.ts';
import { keeping } from './start-node.ts';

interface Options {
  readonly run?: string;
  readonly fresh?: boolean;
  readonly force?: boolean;
}

/** The node to start at, with the run, the latest or `--run`, whose results are kept (none with `--fresh`). */
export async function startNodeInCloud(
  deployed: Deployed,
  given: string,
  { run, fresh = false, force = false }: Options,
): Promise<StartAt | Refused> {
  const { workflow } = deployed;
  const node = given.normalize('NFC');
  if (!workflow.byId.has(node)) return { refused: noSuchNode('the workflow', node, workflow.byId.keys()) };
  if (fresh) return { node, previous: undefined };
  const previous = await chooseCloudRun(deployed, run);
  if (isRefused(previous)) return run === undefined ? { node, previous: undefined } : previous;
  const { status, header } = previous;
  if (status === 'running' || status === 'paused')
    return { refused: `the run ${header.run}, whose results would be kept, is being worked on by ${header.owner}` };
  if (previous.leases.length > 0 && !force)
    return { refused: `${stillAtWork(previous)}; --force does not wait for that` };
  return keeping(workflow, node, previous, force);
}
