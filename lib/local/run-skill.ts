import type { RunSkill } from '../node/deps.ts';
import { allExecutors } from '../skills/all-executors.ts';
import type { SkillEnvironment } from '../skills/environment.ts';
import { executeSkill } from '../skills/execute-skill.ts';
import type { SkillSource } from '../skills/resolve.ts';
import { resolver } from '../skills/resolve.ts';
import type { Script } from '../skills/scripted.ts';
import { runScripted } from '../skills/scripted.ts';

/** Runs the skills of a source and the builtin ones. */
export function skillsIn(source: SkillSource, environment: SkillEnvironment): RunSkill {
  const find = resolver(source);
  return (node, context) => executeSkill(allExecutors, find(node.skill), context, environment);
}

/** Gives scripted outcomes in place of every skill. */
export function scriptedSkills(script: Script): RunSkill {
  return (node, context, execution) => runScripted(script, node, context, execution);
}
