import type { SkillEnvironment } from './environment.ts';
import type { SkillKind } from './manifest/schema.ts';
import type { Resolved, SkillOf } from './resolved.ts';
import type { SkillContext, SkillResult } from './skill.ts';

/** Executes a skill of one kind once. Whatever it returns or throws is judged by the caller. */
export type Executor<K extends SkillKind> = (
  skill: SkillOf<K>,
  context: SkillContext,
  environment: SkillEnvironment,
) => Promise<SkillResult>;

/** The kinds that can be executed here: what a function cannot do is not in its bundle. */
export type Executors = { readonly [K in SkillKind]?: Executor<K> };

/** Executes whatever a skill's name stands for. Throws, saying why, when that cannot be executed here. */
export async function executeSkill(
  executors: Executors,
  resolved: Resolved,
  context: SkillContext,
  environment: SkillEnvironment,
): Promise<SkillResult> {
  switch (resolved.kind) {
    case 'builtin':
      return resolved.skill(context);
    case 'missing':
      throw new Error(`there is no skill ${resolved.name}`);
    case 'invalid':
      throw new Error(`the skill ${resolved.name} cannot be used: ${resolved.problems[0]!.message}`);
    default: {
      const execute = executors[resolved.kind] as Executor<SkillKind> | undefined;
      if (!execute)
        throw new Error(`the skill ${resolved.name} is of the kind ${resolved.kind}, which cannot be executed here`);
      return execute(resolved, context, environment);
    }
  }
}
