import type { SkillEnvironment } from './environment.ts';
import { redactor } from './redact.ts';
import type { SkillContext, SkillLog, SkillResult } from './skill.ts';

/**
 * Executes a skill so that the secrets which it reads reach no record and no log: their values are taken out of what it
 * returns as output, note and label, of what it throws, and of what it logs. Artifacts are the skill's own business.
 */
export async function guardSecrets(
  context: SkillContext,
  environment: SkillEnvironment,
  work: (context: SkillContext, environment: SkillEnvironment) => Promise<SkillResult>,
): Promise<SkillResult> {
  const read = new Map<string, string>();
  const redact = (text: string): string => (read.size === 0 ? text : redactor(read)(text));
  const guarded: SkillEnvironment = {
    ...environment,
    async secret(name) {
      const value = await environment.secret(name);
      read.set(name, value);
      return value;
    },
  };
  try {
    const result = await work({ ...context, log: guardedLog(context.log, redact) }, guarded);
    if (read.size === 0 || result === undefined || result === null) return result;
    const { label, output, note } = result;
    return {
      ...result,
      ...(typeof label === 'string' && { label: redact(label) }),
      ...(typeof output === 'string' && { output: redact(output) }),
      ...(typeof note === 'string' && { note: redact(note) }),
    };
  } catch (error) {
    if (error instanceof Error && read.size > 0) error.message = redact(error.message);
    throw error;
  }
}

function guardedLog(log: SkillLog, redact: (text: string) => string): SkillLog {
  const at = (level: keyof SkillLog) => (message: string, details?: object) =>
    log[level](redact(message), details && (JSON.parse(redact(JSON.stringify(details))) as object));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
