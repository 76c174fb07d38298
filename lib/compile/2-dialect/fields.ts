import * as z from 'zod';

// The error of each of these says what is wanted, as the end of "must be …".

/** A text is taken as written, so numbers and words such as `true` do, too. */
export const text = (description: string) =>
  z
    .custom<string | number | boolean | null>((value) => value === null || typeof value !== 'object', {
      error: 'a text',
    })
    .meta({ description, type: ['string', 'number', 'boolean', 'null'] });

export const texts = (description: string) => z.array(text('One of them.'), { error: 'a list' }).meta({ description });

export const flag = (description: string) => z.boolean({ error: 'true or false' }).meta({ description });

export const wholeNumber = (least: number, description: string) =>
  z
    .int({ error: `a whole number of at least ${least}` })
    .min(least, { error: `a whole number of at least ${least}` })
    .meta({ description });

export const choice = <const T extends readonly string[]>(values: T, description: string) =>
  z.enum(values, { error: `one of ${values.join(', ')}` }).meta({ description });

/** A map with these fields; others are told as unknown. */
export const map = <S extends z.core.$ZodShape>(shape: S) => z.strictObject(shape, { error: 'a map' });

export const list = <T extends z.core.$ZodType>(item: T, description: string) =>
  z.array(item, { error: 'a list' }).meta({ description });

/** A map of any keys whose values this phase looks at itself; `values` is the JSON Schema that editors are told. */
export const anyMap = (description: string, values: object = {}) =>
  z.looseObject({}, { error: 'a map' }).meta({ description, additionalProperties: values });

export const SEMANTIC_VERSION = 'Three numbers, as in 1.0.0.';

export const schedule = map({
  enabled: flag('Whether the schedule starts runs.').optional(),
  cron: text('Five fields: minute, hour, day of month, month, weekday.').optional(),
  timezone: text('An IANA name such as Europe/Berlin; UTC by default.').optional(),
  overlap: choice(
    ['skip', 'allow', 'queue'],
    'What to do while the run before still goes on; skip by default.',
  ).optional(),
}).meta({ description: 'When runs start by themselves.' });

const parameter = map({
  type: text('The type of its value.').optional(),
  default: z.unknown().meta({ description: 'Its value when none is given.' }).optional(),
  required: flag('Whether a run needs it.').optional(),
  description: text('What it is for.').optional(),
});

export const parameters = z
  .object({}, { error: 'a map' })
  .catchall(parameter)
  .meta({ description: 'What a run is asked for when it is started, by name.' });

export const triggers = z
  .union([z.array(z.unknown()), z.looseObject({})], { error: 'a list or a map' })
  .meta({ description: 'What else starts a run.' });

/** Fields that nodes and steps have in common. */
export const work = {
  timeout_seconds: wholeNumber(1, 'Seconds after which the work is ended and has failed; 300 by default.').optional(),
  retry: map({
    max: wholeNumber(0, 'How often a failure is tried again.'),
    backoff_seconds: z
      .number({ error: 'a number of at least 0' })
      .min(0, { error: 'a number of at least 0' })
      .meta({ description: 'Seconds before the first retry.' })
      .optional(),
    on: texts('The failures that are tried again; all by default.').optional(),
  })
    .meta({ description: 'How often and when a failure is tried again, in place of the default.' })
    .optional(),
  weight: z
    .number({ error: 'a number above 0' })
    .positive({ error: 'a number above 0' })
    .meta({ description: 'How long the work takes in comparison; helps to arrange parallel work.' })
    .optional(),
  expected_seconds: z
    .number({ error: 'a number above 0' })
    .positive({ error: 'a number above 0' })
    .meta({ description: 'How many seconds the work may take; helps to arrange parallel work.' })
    .optional(),
};
