import type { WorkflowEnd } from '../skills/environment.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import type { Item } from '../store/state-store.ts';
import type { NodeRecord } from './record.ts';
import { nodeKey } from './record.ts';

/**
 * What a run of another workflow has come to, by its records alone: what its table says, nobody here knows. Of two nodes
 * that wrote the same file, the later one's counts.
 */
export function childEnd(
  status: WorkflowEnd['status'],
  run: string,
  items: ReadonlyMap<string, Item>,
  artifacts: ArtifactStore,
): WorkflowEnd {
  const records = [...items]
    .filter(([key]) => key.startsWith(nodeKey('')))
    .map(([key, { value }]) => [key.slice(nodeKey('').length), value as unknown as NodeRecord] as const)
    .sort(([, a], [, b]) => (a.at < b.at ? -1 : 1));
  if (status === 'failed') {
    const failed = records.filter(
      ([, record]) => record.status === 'blocked' || (record.status === 'failed' && record.take === undefined),
    );
    const told = failed.map(([id, record]) => `${id} is ${record.status}: ${record.note ?? ''}`);
    return { status, artifacts: new Map(), ...(told.length > 0 && { note: told.join('; ') }) };
  }
  return { status, artifacts: published(run, records, artifacts) };
}

function published(
  run: string,
  records: readonly (readonly [string, NodeRecord])[],
  artifacts: ArtifactStore,
): Map<string, () => Promise<Uint8Array>> {
  const found = new Map<string, () => Promise<Uint8Array>>();
  for (const [, { status, slug, round, runs: execution, artifacts: paths }] of records) {
    if (status !== 'passed' || slug === undefined) continue;
    for (const path of paths) {
      found.set(path, async () => {
        const content = await artifacts.read({ run, node: slug, round, execution }, path);
        if (!content) throw new Error(`${path} of the run ${run} is not there any more`);
        return content;
      });
    }
  }
  return found;
}
