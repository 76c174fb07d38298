import * as z from 'zod/mini';
import { anyMap, described, flag, list, map, optional, text } from './fields.ts';

/** Values that a field of an event may have: texts as they are written, or matchers such as `{prefix: order-}`. */
const matchers = (description: string) =>
  described(
    z.array(z.union([text('A value.'), z.looseObject({})], { error: 'a text or a matcher' }), {
      error: 'a list of texts and matchers',
    }),
    description,
  );

/** The fields of an event besides `detail`. */
export const EVENT_FIELDS = ['source', 'detail-type', 'account', 'region', 'resources'] as const;

const event = map({
  source: optional(matchers('Who sends it, as in `aws.s3` or `my.shop`.')),
  'detail-type': optional(matchers('What has happened, as in `Object Created`.')),
  account: optional(matchers('The accounts that it comes from.')),
  region: optional(matchers('The regions that it comes from.')),
  resources: optional(matchers('The ARNs that it is about.')),
  detail: optional(anyMap('What its details must be: lists of values and matchers, by field.')),
  input: optional(
    described(
      z.catchall(z.object({}, { error: 'a map' }), text('A path in the event.')),
      'The fields of the input, each with the path of its value in the event, as in `detail.order.id`. By default the input has the whole event as its field `event`.',
    ),
  ),
});

export const triggers = described(
  map({
    http: optional(flag('Whether the deployed workflow has an HTTP endpoint; no by default.')),
    events: optional(list(event, 'Patterns of events, each of which starts a run.')),
  }),
  'What else starts a run once the workflow is deployed.',
);
