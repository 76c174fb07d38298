import type { SkillEnvironment } from '../environment.ts';
import type { SkillOf } from '../resolved.ts';
import type { SkillContext, SkillResult } from '../skill.ts';
import { loadCodeSkill } from './load.ts';

export async function executeCode(
  skill: SkillOf<'code'>,
  context: SkillContext,
  _environment: SkillEnvironment,
): Promise<SkillResult> {
  return (await loadCodeSkill(skill.module))(context);
}
