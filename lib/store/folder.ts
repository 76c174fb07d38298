import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArtifactStore, ArtifactVersion } from './artifact-store.ts';
import { versionName } from './artifact-store.ts';
import { makeFolder, replaceFile, syncFolder, temporaryName, writeNewFile } from './atomic-file.ts';
import type { Content } from './content.ts';
import { absent } from './error-code.ts';
import { fileTree } from './file-tree.ts';
import { notTaken, projectTarget, writeProjectFile } from './project-file.ts';
import { isRecord, requirePublishable, requireRunFile } from './project-path.ts';
import { runFolder } from './run-folder.ts';
import { isRunId, requireRunId } from './run-id.ts';

export interface FolderOptions {
  /**
   * Whether a published file is also put where the workflow says, given what stands there now. Without it, it is; a
   * version is kept in any case.
   */
  readonly mayWrite?: (path: string, existing: Uint8Array | undefined) => boolean;
}

/**
 * Artifacts in a project's folder: every version in `.workflow/runs/<run>/artifacts/<node>/<round>/`, and the latest
 * one also where the workflow says; files of a run likewise. Publishing throws when a path leads out of the project, also by a symbolic link.
 */
export function folderArtifacts(root: string, { mayWrite }: FolderOptions = {}): ArtifactStore {
  const project = fileTree(root, isRecord);
  return {
    async publish(version, files) {
      requireRunId(version.run);
      requirePublishable(files.keys());
      const targets = new Map<string, string>();
      for (const path of files.keys()) targets.set(path, await projectTarget(root, path));
      await keepVersion(versionFolder(root, version), files).catch(notTaken('the artifacts'));
      for (const [path, content] of files) {
        if (!mayWrite || mayWrite(path, await project.read(path)))
          await writeProjectFile(targets.get(path)!, content).catch(notTaken(`'${path}'`));
      }
    },
    list: (version, path) => versionFiles(root, version).list(path),
    read: (version, path) => versionFiles(root, version).read(path),
    listProject: (path) => project.list(path),
    open: (version, path) => versionFiles(root, version).open(path),
    readProject: (path) => project.read(path),
    openProject: (path) => project.open(path),
    async writeRunFile(run, path, content) {
      requireRunFile(run, path);
      const file = join(runFolder(root, run), path);
      await makeFolder(dirname(file));
      await replaceFile(file, content);
      // The latest run's also stands where a reader of the project looks for it.
      const target = await projectTarget(root, path).catch(() => undefined);
      const mayBe = target !== undefined && (!mayWrite || mayWrite(path, await project.read(path)));
      if (mayBe) await writeProjectFile(target, content);
    },
    async readRunFile(run, path) {
      return isRunId(run) ? fileTree(runFolder(root, run)).read(path) : undefined;
    },
  };
}

/** Where the files of a version lie. The caller has made sure of the run's id. */
export function versionFolder(root: string, version: ArtifactVersion): string {
  return join(runFolder(root, version.run), 'artifacts', version.node, versionName(version));
}

/** Of a run that cannot exist there are no files. */
function versionFiles(root: string, version: ArtifactVersion): ReturnType<typeof fileTree> {
  return fileTree(versionFolder(root, version), () => !isRunId(version.run));
}

/** Writes the files elsewhere first; the version appears, or is replaced, by one renaming. */
async function keepVersion(folder: string, files: ReadonlyMap<string, Content>): Promise<void> {
  // A version without files is as good as none.
  if (files.size === 0) return rm(folder, { recursive: true, force: true });
  const node = dirname(folder);
  await makeFolder(node);
  const fresh = join(node, temporaryName());
  const old = join(node, temporaryName());
  try {
    await writeTree(fresh, files);
    await rename(folder, old).catch(absent);
    await rename(fresh, folder);
    await syncFolder(node);
  } finally {
    for (const rest of [fresh, old]) await rm(rest, { recursive: true, force: true });
  }
}

async function writeTree(folder: string, files: ReadonlyMap<string, Content>): Promise<void> {
  await mkdir(folder);
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeNewFile(join(folder, path), content);
  }
  const inside = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = inside.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  for (const made of [...folders, folder]) await syncFolder(made);
}
