import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { list } from '../diagnostics/show.ts';
import type { ListedArtifact } from '../node/artifact-list.ts';
import { listArtifacts } from '../node/artifact-list.ts';
import type { Indexed } from '../node/view.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import type { ContentFile } from '../store/content.ts';
import { absent } from '../store/error-code.ts';
import { staysInside } from '../store/project-path.ts';
import type { Item, ItemValue } from '../store/state-store.ts';
import type { Refused } from './io.ts';
import { isRefused } from './io.ts';

/** A run's record with the store of its artifacts. */
export interface Carried {
  readonly workflow: Indexed;
  readonly items: ReadonlyMap<string, Item>;
  readonly store: ArtifactStore;
}

/** The items of a record that nobody has written yet. */
export function asItems(items: ReadonlyMap<string, ItemValue>): Map<string, Item> {
  return new Map([...items].map(([key, value]) => [key, { value, rev: 0 }]));
}

/** Where a file lies in the folder that carries the artifacts of a run: by the node that has written it. */
const placeOf = (folder: string, { version, path }: ListedArtifact) => join(folder, version.node, path);

/** Copies the artifacts of a run into a folder. Returns those that the store no longer has. */
export async function exportArtifacts({ workflow, items, store }: Carried, folder: string): Promise<ListedArtifact[]> {
  const gone: ListedArtifact[] = [];
  for (const artifact of listArtifacts(workflow, items)) {
    const file = placeOf(folder, artifact);
    // First: what is opened and never read would keep the process from ending.
    await mkdir(dirname(file), { recursive: true });
    const content = await store.open(artifact.version, artifact.path);
    if (content) await pipeline(content, createWriteStream(file));
    else gone.push(artifact);
  }
  return gone;
}

/**
 * Gives a store the artifacts of a run from such a folder. Refuses files other than those that the record tells of;
 * the store then has none of them.
 */
export async function importArtifacts(
  { workflow, items, store }: Carried,
  folder: string,
): Promise<Refused | undefined> {
  const versions = new Map<
    string,
    { readonly version: ListedArtifact['version']; readonly files: Map<string, ContentFile> }
  >();
  for (const artifact of listArtifacts(workflow, items)) {
    const { path, node, version } = artifact;
    if (!staysInside(path)) return { refused: `'${path}' of ${node} is not the path of a file of a run` };
    const content = await fileIn(folder, artifact);
    if (!content) continue;
    if (isRefused(content)) return content;
    const whole = versions.get(version.node) ?? { version, files: new Map<string, ContentFile>() };
    versions.set(version.node, whole);
    whole.files.set(path, content);
  }
  for (const { version, files } of versions.values()) await store.publish(version, files);
  return undefined;
}

async function fileIn(folder: string, artifact: ListedArtifact): Promise<ContentFile | Refused | undefined> {
  const file = placeOf(folder, artifact);
  const found = await stat(file).catch(absent);
  if (!found?.isFile()) return undefined;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const sha256 = hash.digest('hex');
  if (artifact.sha256 === undefined || artifact.sha256 === sha256) return { file, bytes: found.size, sha256 };
  return { refused: `${file} is not what the record tells of: it has been changed` };
}

/** The artifacts of a run that a store does not have. */
export async function missingArtifacts({ workflow, items, store }: Carried): Promise<ListedArtifact[]> {
  const missing: ListedArtifact[] = [];
  for (const artifact of listArtifacts(workflow, items))
    if (!(await store.list(artifact.version, artifact.path)).includes(artifact.path)) missing.push(artifact);
  return missing;
}

/** `artifacts/a.txt of build and …`, ten at most. */
export function artifactNames(all: readonly ListedArtifact[]): string {
  const names = all.slice(0, 10).map(({ path, node }) => `${path} of ${node}`);
  return list(all.length > 10 ? [...names, `${all.length - 10} more`] : names);
}
