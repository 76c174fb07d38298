import type { SkillEnvironment } from '../environment.ts';
import type { SkillOf } from '../resolved.ts';
import { guardSecrets } from '../guard-secrets.ts';
import type { SkillContext, SkillOutcome, SkillResult } from '../skill.ts';
import { chooseModel } from './choose-model.ts';
import { converse } from './converse.ts';
import { systemText, taskText } from './layout.ts';
import { allowedTools, serverTools } from './mcp.ts';
import { ownTools } from './own-tools.ts';
import { modelOf } from './provider.ts';
import { settingsOf } from './settings.ts';

/**
 * Executes a prompt: its instructions and the node's task go to a model, which works by tools and ends by `finish`.
 * What it has written is published only where that is accepted. Throws with the reason where it comes to nothing.
 */
export function executePrompt(
  skill: SkillOf<'prompt'>,
  context: SkillContext,
  environment: SkillEnvironment,
): Promise<SkillResult> {
  return guardSecrets(context, environment, (...guarded) => execute(skill, ...guarded));
}

async function execute(
  skill: SkillOf<'prompt'>,
  context: SkillContext,
  environment: SkillEnvironment,
): Promise<SkillOutcome> {
  const { prompts } = environment;
  const chosen = chooseModel(skill, context.prompt?.model, prompts?.models ?? {});
  if (chosen.remark !== undefined) context.log.warn(chosen.remark);
  // What is used up already needs no connection.
  context.host?.requireBudget();
  const model = await modelOf(chosen.entry, environment);
  const written = new Map<string, string>();
  const { tools: servers, close } = await serverTools(allowedTools(skill), environment, context.signal);
  try {
    const outcome = await converse(
      {
        model,
        name: chosen.name,
        entry: chosen.entry,
        settings: settingsOf(skill, context.prompt, chosen.entry),
        system: systemText(skill, context),
        task: await taskText(context),
        own: ownTools(skill, context, written),
        servers,
        written,
        ...(prompts?.sleep && { sleep: prompts.sleep }),
      },
      context,
    );
    if (outcome.status !== 'failed') for (const [path, text] of written) await context.artifacts.write(path, text);
    return outcome;
  } finally {
    await close();
  }
}
