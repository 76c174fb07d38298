import type { Environment } from '../compile/check.ts';
import { factsOf } from '../skills/facts.ts';
import type { SkillSource } from '../skills/resolve.ts';
import { resolver, shownPath } from '../skills/resolve.ts';
import { skillNames } from '../skills/skill-names.ts';

/** What compiling asks about skills. Files are shown as they are seen from a folder; each skill is looked up once. */
export function skillsAround(
  from: string,
  source: SkillSource,
): Required<Pick<Environment, 'skill' | 'skillExists' | 'skillFaults' | 'skillNames'>> {
  const find = resolver(source);
  return {
    skillExists: (name) => find(name).kind !== 'missing',
    skill: (name) => factsOf(find(name)),
    skillFaults: (name) => {
      const resolved = find(name);
      if (resolved.kind !== 'invalid') return [];
      return resolved.problems.map((problem) => ({ ...problem, file: shownPath(from, problem.file) }));
    },
    skillNames: () => skillNames(source),
  };
}
