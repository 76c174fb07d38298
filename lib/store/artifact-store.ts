import type { Readable } from 'node:stream';
import type { Content } from './content.ts';

/**
 * Artifacts of a run: every version is kept under the node and the round that made it. The project's own files are
 * read through it too (locally the folder, in the cloud what was uploaded with the stack).
 */
export interface ArtifactStore {
  /** Publishes all files of one node's round at once; a half-written set is never visible as passed. */
  publish(version: ArtifactVersion, files: ReadonlyMap<string, Content>): Promise<void>;
  /** Paths of a version: the file itself, or all files in a directory (a path that ends in `/`), sorted. */
  list(version: ArtifactVersion, path: string): Promise<string[]>;
  read(version: ArtifactVersion, path: string): Promise<Uint8Array | undefined>;
  /** The same, piece by piece. */
  open(version: ArtifactVersion, path: string): Promise<Readable | undefined>;
  /** By what programs elsewhere can read a file (`s3://bucket/key`), where the store is one that they can reach. */
  addressOf?(version: ArtifactVersion, path: string): string;
  /** The same for files of the project that no node produces. */
  listProject(path: string): Promise<string[]>;
  readProject(path: string): Promise<Uint8Array | undefined>;
  openProject(path: string): Promise<Readable | undefined>;
  /** Writes a file of the run that belongs to no node, such as the closeout report. */
  writeRunFile(run: string, path: string, content: Uint8Array): Promise<void>;
  readRunFile(run: string, path: string): Promise<Uint8Array | undefined>;
}

export interface ArtifactVersion {
  readonly run: string;
  /** Slug of the node. */
  readonly node: string;
  readonly round: number;
  /**
   * Which execution of the node's skill made it, where it is not told by the round: whoever comes late with what an
   * execution that was given up has made must not replace what the record tells of.
   */
  readonly execution?: number;
}

/** Name of a version among those of its node: its round, and the execution where that has another number. */
export function versionName({ round, execution = round }: ArtifactVersion): string {
  return execution === round ? String(round) : `${round}.${execution}`;
}

/** Name of the errors by which a store refuses a path: the node that wrote it has failed. Other errors are the store's own. */
export const ARTIFACT_REFUSED = 'ArtifactRefused';

export function refused(message: string): Error {
  const error = new Error(message);
  error.name = ARTIFACT_REFUSED;
  return error;
}
