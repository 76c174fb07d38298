import * as z from 'zod/mini';
import { PARAMETER_TYPES } from '../../ir/parameter.ts';
import { FAILURE_KINDS } from '../../ir/table.ts';

// The small build of the library: the whole one takes as long to start as Node itself does.
// The error of each of these says what is wanted, as the end of "must be …".

/** What editors are told of a field. */
function told<T extends z.core.$ZodType>(schema: T, meta: z.core.GlobalMeta & Record<string, unknown>): T {
  z.globalRegistry.add(schema, meta);
  return schema;
}

// Not taken out of the namespace: a bundler would have to keep all of it.
export const optional = <T extends z.core.$ZodType>(schema: T) => z.optional(schema);

/** The same with a description. */
export const described = <T extends z.core.$ZodType>(schema: T, description: string): T =>
  told(schema, { description });

export const titled = <T extends z.core.$ZodType>(schema: T, title: string): T => told(schema, { title });

/** A text is taken as written, so numbers and words such as `true` do, too. */
export const text = (description: string) =>
  told(
    z.custom<string | number | boolean | null>((value) => value === null || typeof value !== 'object', {
      error: 'a text',
    }),
    { description, type: ['string', 'number', 'boolean', 'null'] },
  );

export const texts = (description: string) =>
  described(z.array(text('One of them.'), { error: 'a list' }), description);

export const flag = (description: string) => described(z.boolean({ error: 'true or false' }), description);

export const wholeNumber = (least: number, description: string) => {
  const error = `a whole number of at least ${least}`;
  return described(z.int({ error }).check(z.minimum(least, { error })), description);
};

const positive = (description: string) => {
  const error = 'a number above 0';
  return described(z.number({ error }).check(z.positive({ error })), description);
};

export const choice = <const T extends readonly string[]>(values: T, description: string) =>
  described(z.enum(values, { error: `one of ${values.join(', ')}` }), description);

/** A map with these fields; others are told as unknown. */
export const map = <S extends z.core.$ZodShape>(shape: S) => z.strictObject(shape, { error: 'a map' });

export const list = <T extends z.core.$ZodType>(item: T, description: string) =>
  described(z.array(item, { error: 'a list' }), description);

/** A map of any keys whose values this phase looks at itself; `values` is the JSON Schema that editors are told. */
export const anyMap = (description: string, values: object = {}) =>
  told(z.looseObject({}, { error: 'a map' }), { description, additionalProperties: values });

export const SEMANTIC_VERSION = 'Three numbers, as in 1.0.0.';

export const schedule = described(
  map({
    enabled: optional(flag('Whether the schedule starts runs.')),
    cron: optional(text('Five fields: minute, hour, day of month, month, weekday.')),
    timezone: optional(text('An IANA name such as Europe/Berlin; UTC by default.')),
    overlap: optional(
      choice(['skip', 'allow', 'queue'], 'What to do while the run before still goes on; skip by default.'),
    ),
  }),
  'When runs start by themselves.',
);

const parameter = map({
  type: optional(choice(PARAMETER_TYPES, 'The type of its value; string by default.')),
  default: optional(described(z.unknown(), 'Its value when none is given.')),
  required: optional(flag('Whether a run needs it.')),
  description: optional(text('What it is for.')),
});

export const parameters = described(
  z.catchall(z.object({}, { error: 'a map' }), parameter),
  'What a run is asked for when it is started, by name.',
);

const retry = described(
  map({
    max: wholeNumber(0, 'How often a failure is tried again.'),
    backoff_seconds: optional(
      described(
        z.number({ error: 'a number of at least 0' }).check(z.minimum(0, { error: 'a number of at least 0' })),
        'Seconds before the first retry.',
      ),
    ),
    on: optional(list(choice(FAILURE_KINDS, 'One of them.'), 'The failures that are tried again; all by default.')),
  }),
  'How often and when a failure is tried again, in place of the default.',
);

/** Fields that nodes and steps have in common. */
export const work = {
  timeout_seconds: optional(wholeNumber(1, 'Seconds after which the work is ended and has failed; 300 by default.')),
  retry: optional(retry),
  weight: optional(positive('How long the work takes in comparison; helps to arrange parallel work.')),
  expected_seconds: optional(positive('How many seconds the work may take; helps to arrange parallel work.')),
};
