import { basename, dirname, join, resolve } from 'node:path';
import type { SkillSource } from '../skills/resolve.ts';
import { findConfig } from './find.ts';
import type { LoadedConfig } from './index.ts';

/**
 * Where the skills of a workflow come from: the folders that are given, in their order, seen from `cwd`; else `skills/`
 * beside the workflow's file, `skills/` of the project where the file lies in its `workflows/`, and then those that the
 * project file names. `workflow` is the path of that file.
 */
export function skillSource(
  cwd: string,
  workflow: string,
  given: readonly string[],
  project: LoadedConfig,
): SkillSource {
  const { dirs, ...said } = configuredSkills(project);
  if (given.length > 0) return { dirs: given.map((dir) => resolve(cwd, dir)), ...said };
  return { dirs: [...new Set([...besides(resolve(cwd, workflow)), ...dirs])], ...said };
}

/** Folders of workflows; what they lie in is the project. */
const FOLDERS = ['workflows', '.workflow'];

/** `skills/` beside a workflow, and of the project: of `workflows/a.yaml` and of `workflows/a/workflow.yaml`. */
function besides(workflow: string): string[] {
  const folder = dirname(workflow);
  const workflows = [folder, dirname(folder)].find((path) => FOLDERS.includes(basename(path)));
  return [folder, ...(workflows === undefined ? [] : [dirname(workflows)])].map((path) => join(path, 'skills'));
}

/** The project file of a workflow. Reading one takes long enough to be left alone where there is none. */
export async function projectOf(cwd: string, workflow: string): Promise<LoadedConfig> {
  const folder = dirname(resolve(cwd, workflow));
  if (findConfig(folder) === undefined) return { config: {}, diagnostics: [] };
  return (await import('./index.ts')).loadConfig(folder);
}

function configuredSkills({ config, file }: LoadedConfig): SkillSource {
  if (file === undefined) return { dirs: [] };
  const { dirs = [], use = {} } = config.skills ?? {};
  const manifests = new Map(Object.entries(use));
  return {
    dirs: dirs.map((dir) => resolve(dirname(file), dir)),
    ...(manifests.size > 0 && { use: { manifests, file } }),
  };
}
