import type { CodeContext, Skill, SkillOutcome } from './skill.ts';
import type { OutputOf, StandardSchema } from './standard-schema.ts';
import { fit } from './standard-schema.ts';

/** A skill of code with schemas; those of zod do, and of any library that keeps to the standard of schemas. */
export interface SkillDefinition<Args extends StandardSchema, Output extends StandardSchema> {
  /** What its arguments must be. With others the node fails, saying what is wrong with them, and `run` is not called. */
  readonly args?: Args;
  /** What its output must be: a text is kept as it is, anything else as JSON. Not asked of a skill that says it failed. */
  readonly output?: Output;
  run(
    context: TypedContext<Args>,
  ): Promise<TypedOutcome<Output> | void | undefined | null> | TypedOutcome<Output> | void | undefined | null;
}

export type TypedContext<Args extends StandardSchema> = Omit<CodeContext, 'args'> & { readonly args: OutputOf<Args> };

export type TypedOutcome<Output extends StandardSchema> = Omit<SkillOutcome, 'output'> & {
  readonly output?: OutputOf<Output>;
};

/** Without a schema, arguments are what the workflow says, and an output is a text. */
type AnyArgs = StandardSchema<Readonly<Record<string, unknown>>>;
type TextOutput = StandardSchema<string>;

/**
 * Gives a skill its types: `export default defineSkill(async ({ artifacts }) => { … })`, or with schemas
 * `export default defineSkill({ args: z.object({ depth: z.int() }), run({ args }) { … } })`.
 */
export function defineSkill(skill: Skill): Skill;
export function defineSkill<Args extends StandardSchema = AnyArgs, Output extends StandardSchema = TextOutput>(
  definition: SkillDefinition<Args, Output>,
): Skill;
export function defineSkill(skill: Skill | SkillDefinition<StandardSchema, StandardSchema>): Skill {
  if (typeof skill === 'function') return skill;
  return async (context) => {
    const args = skill.args ? await fit(skill.args, { ...context.args }, 'the arguments') : context.args;
    const result = await skill.run({ ...context, args });
    if (!skill.output || result?.status === 'failed') return result as SkillOutcome | undefined;
    const output = await fit(skill.output, result?.output, 'the output');
    const text = typeof output === 'string' || output === undefined ? output : JSON.stringify(output);
    const { output: _, ...rest } = result ?? {};
    return { ...rest, ...(text !== undefined && { output: text }) };
  };
}
