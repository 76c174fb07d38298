import type { LanguageModel } from 'ai';
import type { ModelEntry } from '../../config/sections/models.ts';
import type { SkillEnvironment } from '../environment.ts';

/**
 * The model of a provider. Its package is loaded when it is needed; its key is read from the secret that the project
 * names, or else from the variable of the environment that the provider is known for (`ANTHROPIC_API_KEY`).
 */
export async function modelOf(entry: ModelEntry, environment: SkillEnvironment): Promise<LanguageModel> {
  const stand = environment.prompts?.model;
  if (stand) return stand;
  const apiKey = entry.apiKey === undefined ? undefined : await environment.secret(entry.apiKey);
  const common = {
    ...(entry.baseURL !== undefined && { baseURL: entry.baseURL }),
    ...(apiKey !== undefined && { apiKey }),
  };
  switch (entry.provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(common)(entry.model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...common, baseURL: entry.baseURL!, name: OPENAI_COMPATIBLE })(entry.model);
    }
    case 'bedrock': {
      const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
      const credentials = environment.prompts?.awsCredentials;
      return createAmazonBedrock({
        ...common,
        ...(entry.region !== undefined && { region: entry.region }),
        ...(credentials && { credentialProvider: credentials }),
      })(entry.model);
    }
  }
}

const OPENAI_COMPATIBLE = 'compatible';

/** The key under which a provider looks for options of its own. */
export function optionsKey({ provider }: ModelEntry): string {
  return provider === 'openai-compatible' ? OPENAI_COMPATIBLE : provider;
}
