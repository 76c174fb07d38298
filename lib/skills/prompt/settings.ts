import type { PromptSettings } from '../../ir/prompt-settings.ts';
import type { SkillOf } from '../resolved.ts';
import type { ModelEntry } from '../../config/sections/models.ts';

/** How often a model is called in one execution, where nothing says otherwise. */
const MAX_STEPS = 50;

/** What one execution of a prompt works with: what the node says goes before what the skill says, then the model's entry. */
export interface Settings {
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly maxSteps: number;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
}

export function settingsOf({ manifest }: SkillOf<'prompt'>, node: PromptSettings = {}, model: ModelEntry): Settings {
  const temperature = node.temperature ?? manifest.temperature ?? model.temperature;
  const maxOutputTokens = node.maxOutputTokens ?? manifest.max_output_tokens ?? model.maxOutputTokens;
  const outputSchema = node.outputSchema ?? manifest.output_schema;
  return {
    maxSteps: node.maxSteps ?? manifest.max_steps ?? MAX_STEPS,
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(outputSchema && { outputSchema }),
  };
}
