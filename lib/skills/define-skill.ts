import type { Skill } from './skill.ts';

/**
 * Gives a skill its types: `export default defineSkill(async ({ artifacts }) => { … })`. It returns what it is given.
 */
export function defineSkill(skill: Skill): Skill {
  return skill;
}
