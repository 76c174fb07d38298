import type { ArtifactVersion } from '../store/artifact-store.ts';
import { contentType } from '../store/content-type.ts';
import type { Item } from '../store/state-store.ts';
import { currentRecord, viewOf } from './view.ts';
import type { Indexed } from './view.ts';

/** An artifact of a run, as the record shows it. */
export interface ListedArtifact {
  readonly path: string;
  /** The node that wrote it. */
  readonly node: string;
  readonly round: number;
  readonly type: string;
  /** Absent where the record is from before this was recorded. */
  readonly bytes?: number;
  readonly sha256?: string;
  /** Where a store has it. */
  readonly version: ArtifactVersion;
}

/** The artifacts that the nodes of a run have written in their current rounds, in the workflow's order. */
export function listArtifacts(workflow: Indexed, items: ReadonlyMap<string, Item>): ListedArtifact[] {
  const view = viewOf(workflow, items);
  return workflow.table.nodes.flatMap((node) => {
    const record = currentRecord(view, node);
    if (record?.status !== 'passed') return [];
    const { round, runs: execution, artifacts, files = [] } = record;
    const version = { run: view.header.run, node: record.slug ?? node.slug, round, execution };
    const known = new Map(files.map(({ path, ...facts }) => [path, facts]));
    return artifacts.map((path) => ({
      ...{ path, node: node.id, round, version },
      ...(known.get(path) ?? { type: contentType(path) }),
    }));
  });
}
