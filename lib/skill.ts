/**
 * What the author of a code skill imports: `import { defineSkill } from 'stepwright/skill'`. It is a module of its own,
 * so that a function which runs the skill does not carry the compiler.
 */
export { defineSkill } from './skills/define-skill.ts';
export type { SkillDefinition, TypedContext, TypedOutcome } from './skills/define-skill.ts';
export type { StandardSchema } from './skills/standard-schema.ts';
export type {
  CodeContext,
  Skill,
  SkillArtifacts,
  SkillContext,
  SkillLog,
  SkillOutcome,
  SkillResult,
} from './skills/skill.ts';
