import { dirname, join, resolve } from 'node:path';
import type { SkillSource } from '../skills/resolve.ts';
import { findConfig } from './find.ts';
import type { LoadedConfig } from './index.ts';

/**
 * Where the skills of a workflow come from: the folders that are given, in their order, seen from `cwd`; else `skills/`
 * beside the workflow's file, and then those that the project file names. `workflow` is the path of that file.
 */
export function skillSource(
  cwd: string,
  workflow: string,
  given: readonly string[],
  project: LoadedConfig,
): SkillSource {
  const { dirs, ...said } = configuredSkills(project);
  if (given.length > 0) return { dirs: given.map((dir) => resolve(cwd, dir)), ...said };
  return { dirs: [join(dirname(resolve(cwd, workflow)), 'skills'), ...dirs], ...said };
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
