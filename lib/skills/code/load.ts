import { pathToFileURL } from 'node:url';
import type { Skill } from '../skill.ts';

/** Loads a skill's module, once per process. Throws, saying why, when it cannot be loaded or exports no function. */
export async function loadCodeSkill(path: string): Promise<Skill> {
  const module = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
  const skill = module.default;
  if (typeof skill === 'function') return skill as Skill;
  throw new Error(`the skill's module has no function as its default export`);
}
