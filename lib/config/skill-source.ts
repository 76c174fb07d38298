import { dirname, join, resolve } from 'node:path';
import type { SkillSource } from '../skills/resolve.ts';
import type { LoadedConfig } from './index.ts';
import { loadConfig } from './index.ts';

/**
 * Where the skills of a workflow come from: the folders that are given, in their order, seen from `cwd`; else `skills/`
 * beside the workflow's file, and then those that the project file names. `workflow` is the path of that file.
 */
export function skillSource(cwd: string, workflow: string, given: readonly string[] = []): SkillSource {
  const file = resolve(cwd, workflow);
  const { dirs, ...said } = configuredSkills(loadConfig(dirname(file)));
  if (given.length > 0) return { dirs: given.map((dir) => resolve(cwd, dir)), ...said };
  return { dirs: [join(dirname(file), 'skills'), ...dirs], ...said };
}

/** What a project file says of skills. */
export function configuredSkills({ config, file }: LoadedConfig): SkillSource {
  if (file === undefined) return { dirs: [] };
  const { dirs = [], use = {} } = config.skills ?? {};
  const manifests = new Map(Object.entries(use));
  return {
    dirs: dirs.map((dir) => resolve(dirname(file), dir)),
    ...(manifests.size > 0 && { use: { manifests, file } }),
  };
}
