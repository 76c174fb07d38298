import type { NodeEntry } from '../ir/table.ts';
import type { SkillContext } from '../skills/skill.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import type { View } from './view.ts';
import { currentRecord, seenAs } from './view.ts';

/**
 * What a node that works in a copy of the project begins with: the patches of the nodes before it that have passed in
 * the current round and have changed something, in resolved order.
 */
export function changesOf(view: View, node: NodeEntry, artifacts: ArtifactStore): SkillContext['changes'] {
  if (!node.changes) return undefined;
  const before = node.changes.before.flatMap((id) => {
    const worker = view.workflow.byId.get(id)!;
    const record = currentRecord(view, worker);
    const path = worker.changes?.path;
    if (!record || path === undefined || record.status !== 'passed' || seenAs(view, id).kind === 'pending') return [];
    if (!record.artifacts.includes(path)) return [];
    const { round, runs: execution } = record;
    const version = { run: view.header.run, node: record.slug ?? worker.slug, round, execution };
    const read = async (): Promise<Uint8Array> => {
      const patch = await artifacts.read(version, path);
      if (!patch) throw new Error(`the changes of ${id} (${path}) have gone`);
      return patch;
    };
    return [{ node: id, path, read }];
  });
  return { path: node.changes.path, before };
}
