import { Readable } from 'node:stream';
import { covers } from '../ir/paths.ts';
import type { ArtifactStore, ArtifactVersion } from './artifact-store.ts';
import { versionName } from './artifact-store.ts';
import { bytesOf } from './content.ts';
import { requirePublishable, requireRunFile } from './project-path.ts';
import { requireRunId } from './run-id.ts';

/** Artifacts in memory only, beside the given files of a project. */
export function memoryArtifacts(project: ReadonlyMap<string, string | Uint8Array> = new Map()): ArtifactStore {
  const versions = new Map<string, Files>();
  const runFiles = new Map<string, Uint8Array>();
  const own = new Map([...project].map(([path, content]) => [path, Buffer.from(content)]));
  return {
    publish(version, files) {
      return attempt(async () => {
        requireRunId(version.run);
        requirePublishable(files.keys());
        const copies = new Map<string, Uint8Array>();
        for (const [path, content] of files) copies.set(path, Buffer.from(await bytesOf(content)));
        versions.set(versionKey(version), copies);
      });
    },
    list: (version, path) => attempt(() => listFiles(versions.get(versionKey(version)), path)),
    read: (version, path) => attempt(() => copyOf(versions.get(versionKey(version))?.get(path))),
    listProject: (path) => attempt(() => listFiles(own, path)),
    open: (version, path) => attempt(() => streamOf(versions.get(versionKey(version))?.get(path))),
    readProject: (path) => attempt(() => copyOf(own.get(path))),
    openProject: (path) => attempt(() => streamOf(own.get(path))),
    writeRunFile(run, path, content) {
      return attempt(() => {
        requireRunFile(run, path);
        runFiles.set(JSON.stringify([run, path]), Buffer.from(content));
      });
    },
    readRunFile: (run, path) => attempt(() => copyOf(runFiles.get(JSON.stringify([run, path])))),
  };
}

type Files = ReadonlyMap<string, Uint8Array>;

function versionKey(version: ArtifactVersion): string {
  return JSON.stringify([version.run, version.node, versionName(version)]);
}

function listFiles(files: Files | undefined, path: string): string[] {
  return [...(files?.keys() ?? [])].filter((file) => covers(path, file)).sort();
}

function copyOf(content: Uint8Array | undefined): Uint8Array | undefined {
  return content && Buffer.from(content);
}

function streamOf(content: Uint8Array | undefined): Readable | undefined {
  return content && Readable.from([copyOf(content)!], { objectMode: false });
}

/** What is thrown rejects, as in the other stores. */
function attempt<T>(work: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}
