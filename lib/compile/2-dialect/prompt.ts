import type { Budget, PromptSettings } from '../../ir/prompt-settings.ts';
import type { SourceMap } from '../../ir/source.ts';
import { entryOf } from '../../ir/source.ts';
import { present } from './present.ts';
import { dataOf, numberOf, textOf } from './read.ts';

/** What a node, or a whole run, may spend. */
export function lowerBudget(map: SourceMap): Budget | undefined {
  const value = entryOf(map, 'budget')?.value;
  const tokens = numberOf(map, 'budget')?.value;
  if (tokens !== undefined) return { tokens };
  if (value?.kind !== 'map') return undefined;
  const of = (key: string) => numberOf(value, key)?.value;
  const budget = present({ tokens: of('tokens'), usd: of('usd'), seconds: of('seconds') });
  return Object.keys(budget).length > 0 ? budget : undefined;
}

export function lowerPrompt(map: SourceMap): PromptSettings | undefined {
  const value = entryOf(map, 'prompt')?.value;
  if (value?.kind !== 'map') return undefined;
  const of = (key: string) => numberOf(value, key)?.value;
  const schema = entryOf(value, 'output_schema');
  return {
    ...present({
      model: textOf(value, 'model')?.text,
      temperature: of('temperature'),
      maxOutputTokens: of('max_output_tokens'),
      maxSteps: of('max_steps'),
    }),
    ...(schema?.value.kind === 'map' && {
      outputSchema: dataOf(schema.value) as PromptSettings['outputSchema'] & object,
    }),
  };
}
