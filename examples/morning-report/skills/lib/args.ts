import type { SkillContext } from '../../../../lib/skills/skill.ts';

/** A text from the step's `args`. Throws when it is missing, or when nothing in the context had the key it names. */
export function needText(context: SkillContext, name: string): string {
  const text = optionalText(context, name);
  if (text === undefined) throw new Error(`args.${name} is missing`);
  return text;
}

/** The same; undefined when it is missing, empty, or still the reference to a key that nothing has filled. */
export function optionalText(context: SkillContext, name: string): string | undefined {
  const value = context.args[name];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return /^\{\{context\.\w+\}\}$/.test(value.trim()) ? undefined : value;
}

/** The lines of a text that hold something, without blanks around them. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** "1 file", "2 files". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
