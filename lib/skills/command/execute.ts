import type { SkillEnvironment } from '../environment.ts';
import { guardSecrets } from '../guard-secrets.ts';
import { leaveBehind } from '../left-work.ts';
import type { SkillOf } from '../resolved.ts';
import type { SkillContext, SkillResult } from '../skill.ts';
import { secretVariables } from './secret-variables.ts';
import { workIn } from './work-in.ts';

/**
 * Runs a command skill: its words as they are, without a shell, in an empty folder or, where the manifest says so, in a
 * copy of the project. What it prints on stdout is its output.
 */
export function executeCommand(
  skill: SkillOf<'command'>,
  context: SkillContext,
  environment: SkillEnvironment,
): Promise<SkillResult> {
  const { command, env, secrets, workspace } = skill.manifest;
  const work = guardSecrets(context, environment, async (guarded, { projectDir, secret }) =>
    workIn(
      {
        command,
        ...(env && { env }),
        secrets: await secretVariables(secrets, secret),
        ...(workspace && { workspace }),
        projectDir,
        ...(skill.folder !== undefined && { skillFolder: skill.folder }),
      },
      guarded,
    ),
  );
  // After a timeout or a cancel nobody waits for this, but this process does before it ends.
  leaveBehind(work);
  return work;
}
