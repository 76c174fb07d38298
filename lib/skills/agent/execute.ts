import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secretVariables } from '../command/secret-variables.ts';
import { workIn } from '../command/work-in.ts';
import type { SkillEnvironment } from '../environment.ts';
import { guardSecrets } from '../guard-secrets.ts';
import { leaveBehind } from '../left-work.ts';
import type { SkillOf } from '../resolved.ts';
import type { SkillContext, SkillResult } from '../skill.ts';
import { branchName } from './branch-name.ts';
import { instructions } from './instructions.ts';
import type { AgentSettings } from './settings.ts';

/**
 * Runs an agent for a node: the command line of the skill's manifest or of the project, in a copy of the project, with
 * the skill's folder and written instructions beside it. What it has changed goes on to the nodes behind as a patch.
 */
export function executeAgent(
  skill: SkillOf<'agent'>,
  context: SkillContext,
  environment: SkillEnvironment,
): Promise<SkillResult> {
  const work = guardSecrets(context, environment, (guarded, given) => runAgent(skill, guarded, given));
  // After a timeout or a cancel nobody waits for this, but this process does before it ends.
  leaveBehind(work);
  return work;
}

async function runAgent(
  skill: SkillOf<'agent'>,
  context: SkillContext,
  { projectDir, secret, agent = {} }: SkillEnvironment,
): Promise<SkillResult> {
  const { manifest } = skill;
  const settings: AgentSettings = agent;
  const command = manifest.command ?? settings.command;
  if (!command) {
    throw new Error(
      `nothing says which agent is to run ${skill.name}: there is no agent.command in stepwright.yaml, nor a command in its manifest`,
    );
  }
  context.host?.requireBudget();
  const secrets = { ...settings.secrets, ...manifest.secrets };
  return workIn(
    {
      command,
      env: { ...settings.env, ...manifest.env },
      ...(settings.pass && { pass: settings.pass }),
      secrets: await secretVariables(secrets, secret),
      workspace: manifest.workspace ?? settings.workspace ?? 'git',
      projectDir,
      ...(skill.folder !== undefined && { skillFolder: skill.folder }),
      ...(settings.branch === true && { branch: branchName(context.run, context.node) }),
      async prepare(exchange, folder) {
        // A skill that is a single file has no folder to be copied.
        if (skill.folder === undefined && skill.document)
          await writeFile(join(exchange.skill, 'SKILL.md'), skill.document.instructions);
        const file = join(exchange.folder, 'instructions.md');
        await writeFile(file, instructions(skill, context, exchange, folder));
        return { instructions: file };
      },
      ...(settings.log !== false && { onLine: (line: string) => context.log.debug('the agent says', { line }) }),
    },
    context,
  );
}
