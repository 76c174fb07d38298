import type { RunSkill } from '../node/deps.ts';
import { loadCodeSkill } from '../skills/code.ts';
import { resolveSkill } from '../skills/resolve.ts';
import type { Script } from '../skills/scripted.ts';
import { runScripted } from '../skills/scripted.ts';
import type { Skill } from '../skills/skill.ts';

/** Runs the skills of a folder and the builtin ones. */
export function skillsIn(folder: string): RunSkill {
  const loaded = new Map<string, Promise<Skill>>();
  const load = (name: string): Promise<Skill> => {
    const loading = loaded.get(name) ?? loadSkill(folder, name);
    loaded.set(name, loading);
    return loading;
  };
  return async (node, context) => (await load(node.skill))(context);
}

/** Gives scripted outcomes in place of every skill. */
export function scriptedSkills(script: Script): RunSkill {
  return (node, context, execution) => runScripted(script, node, context, execution);
}

async function loadSkill(folder: string, name: string): Promise<Skill> {
  const found = resolveSkill(folder, name);
  switch (found.kind) {
    case 'code':
      return loadCodeSkill(found.path);
    case 'builtin':
      return found.skill;
    case 'missing':
      throw new Error(`there is no skill ${name}`);
  }
}
