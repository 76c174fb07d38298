import type { SkillFacts } from '../ir/skill-facts.ts';
import type { SkillKind } from './manifest/schema.ts';
import type { FoundSkill, Resolved, SkillOf } from './resolved.ts';
import { isFound } from './resolved.ts';

/** Seconds that an agent or another workflow has where nothing says otherwise: they take longer than other skills. */
const LONG = 3600;
const TAKES_LONG: readonly SkillKind[] = ['agent', 'workflow'];

/** What compiling needs to know of a skill; undefined where there is none, or something is wrong with it. */
export function factsOf(resolved: Resolved): SkillFacts | undefined {
  if (resolved.kind === 'builtin') return { kind: 'builtin', host: 'shared', waits: false };
  if (!isFound(resolved)) return undefined;
  const { timeout_seconds: timeoutSeconds = TAKES_LONG.includes(resolved.kind) ? LONG : undefined } = resolved.manifest;
  return {
    kind: resolved.kind,
    host: hostOf(resolved),
    waits: waits(resolved),
    ...(resolved.kind === 'human' && asked(resolved)),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(worksInCopy(resolved) && { workspace: true }),
  };
}

function asked({ manifest }: SkillOf<'human'>): Pick<SkillFacts, 'question' | 'choices' | 'onTimeout'> {
  const { question, choices, on_timeout: silence } = manifest;
  const { label, text, fail } = silence ?? {};
  const answer = {
    ...(label !== undefined && { label }),
    ...(text !== undefined && { text }),
    ...(fail !== undefined && { fail }),
  };
  return { question, ...(choices && { choices }), ...(silence && { onTimeout: answer }) };
}

function worksInCopy(skill: FoundSkill): boolean {
  return skill.kind === 'agent' || (skill.kind === 'command' && skill.manifest.workspace !== undefined);
}

function hostOf(skill: FoundSkill): SkillFacts['host'] {
  switch (skill.kind) {
    case 'prompt':
      return 'prompt';
    case 'agent':
    case 'command':
      return 'container';
    case 'human':
      return 'shared';
    default:
      return wantsItsOwn(skill) ? 'own' : 'shared';
  }
}

/** Memory and rights are those of a function, so a skill that states them does not share one. */
export function wantsItsOwn({ manifest }: FoundSkill): boolean {
  return manifest.memory_mb !== undefined || manifest.iam !== undefined || manifest.secrets !== undefined;
}

function waits(skill: FoundSkill): boolean {
  switch (skill.kind) {
    case 'agent':
    case 'command':
    case 'human':
    case 'workflow':
    // It may ask a person, and waits where its budget is used up.
    case 'prompt':
      return true;
    case 'lambda':
      return skill.manifest.mode === 'callback';
    default:
      return false;
  }
}
