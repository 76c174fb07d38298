import type { TimeoutAnswer } from './graph.ts';
import type { Position } from './position.ts';
import type { SkillFacts } from './skill-facts.ts';

/** What a skill says of silence, as if the node had said it at this place. */
export function timeoutAnswerOf(
  { label, ...others }: NonNullable<SkillFacts['onTimeout']>,
  at: Position,
): TimeoutAnswer {
  return { ...others, at, ...(label !== undefined && { label: { text: label, at } }) };
}
