import type { SkillLog } from '../skills/skill.ts';

/** A log that also shows what a skill has printed, where that would have been seen without the log. */
export function printingLog(log: SkillLog): SkillLog {
  const shown = (level: 'info' | 'warn', stream: () => NodeJS.WriteStream) => (message: string, details?: object) => {
    if (details && 'printed' in details) stream().write(`${message}\n`);
    log[level](message, details);
  };
  // With --json the stream is replaced, since stdout is for one document then.
  return { ...log, info: shown('info', () => process.stdout), warn: shown('warn', () => process.stderr) };
}
