import * as z from 'zod/mini';
import { anyMap, described, map, optional, text, wholeNumber } from './fields.ts';

const positive = (description: string) => {
  const error = 'a number above 0';
  return described(z.number({ error }).check(z.positive({ error })), description);
};

/** What a node or a run may spend. */
export const budgetMap = map({
  tokens: optional(wholeNumber(1, 'Tokens that models read and write.')),
  usd: optional(positive('US dollars, by the prices that the project states for its models.')),
  seconds: optional(positive('Seconds that skills run.')),
});

export const budget = described(
  z.union([wholeNumber(1, 'Tokens.'), budgetMap], { error: 'a number of tokens, or a map' }),
  'What may be spent; when it is used up a person is asked to raise it.',
);

/** How the prompt of a node is to be answered. */
export const prompt = described(
  map({
    model: optional(text('A model of the project by its name, or `provider/model`.')),
    temperature: optional(
      described(z.number({ error: 'a number' }).check(z.minimum(0, { error: 'a number of at least 0' })), 'From 0 on.'),
    ),
    max_output_tokens: optional(wholeNumber(1, 'Tokens that one answer of the model may have.')),
    max_steps: optional(wholeNumber(1, 'How often the model may be called.')),
    output_schema: optional(anyMap('JSON Schema of the output.')),
  }),
  'Of a node whose skill is a prompt: what goes before what the skill says.',
);
