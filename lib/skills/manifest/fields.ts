import type { SkillKind } from './schema.ts';
import { manifestSchema } from './schema.ts';

/** The fields that a manifest of a kind may have; none of a kind that there is not. */
export function manifestFields(kind: SkillKind): string[] {
  const option = manifestSchema.def.options.find((one) => one.def.shape.kind.def.values[0] === kind);
  return option ? Object.keys(option.def.shape) : [];
}
