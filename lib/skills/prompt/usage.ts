import type { LanguageModelUsage } from 'ai';
import type { ModelEntry } from '../../config/sections/models.ts';
import type { Usage } from '../host.ts';

/** What one call has used, and what that costs by the prices that the project states. */
export function usageOf(
  { inputTokens = 0, outputTokens = 0 }: Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens'>,
  { name, entry: { prices } }: { readonly name: string; readonly entry: ModelEntry },
): Usage {
  const usd = prices && (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000;
  return { inputTokens, outputTokens, model: name, ...(usd !== undefined && { usd }) };
}
