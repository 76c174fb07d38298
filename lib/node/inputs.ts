import type { Readable } from 'node:stream';
import { covers, isDirectory } from '../ir/paths.ts';
import type { InputEntry, NodeEntry } from '../ir/table.ts';
import type { ArtifactStore, ArtifactVersion } from '../store/artifact-store.ts';
import type { View } from './view.ts';
import { currentRecord, seenAs } from './view.ts';

/** The input artifacts of a node as they stand in the current round. */
export interface Inputs {
  /** Each file that exists, with where it is read from. */
  readonly files: ReadonlyMap<string, Source>;
  /** Declared inputs whose producers were all skipped, failed with recovery, or have not run yet. */
  readonly absent: readonly string[];
  /** Declared inputs that should be there and are not: the node fails. */
  readonly missing: readonly string[];
}

export type Source = { readonly kind: 'node'; readonly version: ArtifactVersion } | { readonly kind: 'project' };

/**
 * Missing is an input that a producer which passed left out, or that nobody in the run could have produced and the
 * project has not. Artifacts of an earlier round, or of an earlier run, are no inputs (semantics: failure).
 */
export async function resolveInputs(view: View, node: NodeEntry, artifacts: ArtifactStore): Promise<Inputs> {
  const files = new Map<string, Source>();
  const absent: string[] = [];
  const missing: string[] = [];
  for (const input of node.inputs) {
    const found = input.producers.length === 0 ? await projectFiles(input, artifacts) : producedFiles(view, input);
    if (found === 'absent') absent.push(input.path);
    else if (found.length === 0) missing.push(input.path);
    else for (const [path, source] of found) files.set(path, source);
  }
  return { files, absent, missing };
}

async function projectFiles(input: InputEntry, artifacts: ArtifactStore): Promise<[string, Source][]> {
  const paths = await artifacts.listProject(input.path);
  return paths.map((path) => [path, { kind: 'project' }]);
}

/** Producers come in resolved order; what a later one wrote counts. */
function producedFiles(view: View, input: InputEntry): [string, Source][] | 'absent' {
  const found = new Map<string, Source>();
  let passed = false;
  for (const id of input.producers) {
    const producer = view.workflow.byId.get(id)!;
    const record = currentRecord(view, producer);
    if (!record || seenAs(view, id).kind === 'pending' || record.status !== 'passed') continue;
    passed = true;
    const { round, runs: execution } = record;
    const version = { run: view.header.run, node: record.slug ?? producer.slug, round, execution };
    for (const path of record.artifacts) if (covers(input.path, path)) found.set(path, { kind: 'node', version });
  }
  return passed ? [...found] : 'absent';
}

/** What a node fails with when inputs are missing. */
export function missingInputs({ missing }: Inputs): string | undefined {
  return missing.length === 0 ? undefined : `missing input: ${missing.join(', ')}`;
}

/** Reads one of the files; undefined when it has gone since. */
export function readSource(artifacts: ArtifactStore, path: string, source: Source): Promise<Uint8Array | undefined> {
  return source.kind === 'node' ? artifacts.read(source.version, path) : artifacts.readProject(path);
}

/** The same, piece by piece. */
export function openSource(artifacts: ArtifactStore, path: string, source: Source): Promise<Readable | undefined> {
  return source.kind === 'node' ? artifacts.open(source.version, path) : artifacts.openProject(path);
}

/** Declared outputs that have not been written; a directory needs at least one file. */
export function unwritten(outputs: readonly string[], written: Iterable<string>): string[] {
  const paths = [...written];
  return outputs.filter(
    (output) => !paths.some((path) => (isDirectory(output) ? path.startsWith(output) : path === output)),
  );
}
