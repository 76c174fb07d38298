import * as z from 'zod/mini';
import type { NodeStatus, RunResult, SkipReason } from './record.ts';

/** What stands in a `state.json` (semantics: state record); everything that may be left out there is optional. */
export interface StateFile {
  readonly workflow: string;
  readonly version: string;
  readonly started: string;
  readonly nodes: ReadonlyMap<string, NodeInState>;
  readonly current: readonly string[];
  readonly run?: string | undefined;
  readonly input?: unknown;
  readonly context: ReadonlyMap<string, string>;
  readonly loops: ReadonlyMap<string, number>;
  readonly turns: ReadonlyMap<string, number>;
  readonly result?: RunResult | undefined;
  readonly ended?: string | undefined;
}

export type NodeInState = z.infer<typeof node>;

export interface ReadState {
  /** Absent when there is a problem. */
  readonly state?: StateFile;
  /** Everything that is wrong, a sentence each. */
  readonly problems: readonly string[];
  /** Fields that mean nothing here, as paths. */
  readonly unknown: readonly string[];
}

const statuses = ['pending', 'running', 'passed', 'skipped', 'failed', 'blocked'] as const satisfies NodeStatus[];
const reasons = ['branch', 'skip_when', 'condition', 'upstream', 'before-start'] as const satisfies SkipReason[];
const results = ['completed', 'partial', 'failed', 'cancelled', 'skipped'] as const satisfies RunResult[];

// What a field must be; zod gives these texts back as its messages.
const text = z.string('a text');
const texts = z.array(text, 'a list of texts');
const count = z.int('a whole number').check(z.gte(0, 'a whole number'));
const time = text.check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'a time'));
const mapOf = <T extends z.ZodMiniType>(value: T, what: string) =>
  z.pipe(
    z.custom<object>((given) => typeof given === 'object' && given !== null && !Array.isArray(given), what),
    // As entries, since a key such as `__proto__` is an ordinary one here.
    z.pipe(z.transform((given: object) => Object.entries(given)), z.array(z.tuple([z.string(), value]))),
  );

const node = z.strictObject(
  {
    status: z.enum(statuses, `one of ${statuses.join(', ')}`),
    at: z._default(z.nullable(time), null),
    artifacts: z._default(texts, []),
    note: z._default(text, ''),
    label: z.optional(text),
    take: z.optional(text),
    attempt: z._default(count, 0),
    runs: z._default(count, 0),
    round: z.optional(count),
    reason: z.optional(z.enum(reasons, `one of ${reasons.join(', ')}`)),
    asked: z.optional(text),
    waiting: z.optional(z.strictObject({ question: text, since: time, until: time }, 'a map')),
  },
  'a map',
);

const file = z.strictObject(
  {
    workflow: text,
    version: text,
    started: time,
    nodes: mapOf(z.unknown(), 'a map from ids to nodes'),
    current: z._default(texts, []),
    run: z.optional(text),
    input: z.optional(z.unknown()),
    context: z._default(mapOf(text, 'a map of texts'), []),
    loops: z._default(mapOf(count, 'a map of counts'), []),
    turns: z._default(mapOf(count, 'a map of counts'), []),
    result: z.optional(z.enum(results, `one of ${results.join(', ')}`)),
    ended: z.optional(time),
  },
  'a map',
);

/** Reads the text of a `state.json`, and tells everything that is wrong with its shape. */
export function readState(json: string): ReadState {
  const value = parseJson(json);
  if (value instanceof Error) return { problems: [`it is no JSON: ${value.message}`], unknown: [] };
  const found: Found = { problems: [], unknown: [] };
  const read = checked(file, value, [], found);
  const nodes = new Map<string, NodeInState>();
  for (const [id, entry] of read?.nodes ?? []) {
    const state = checked(node, entry, ['nodes', id], found);
    if (state) nodes.set(id, state);
  }
  if (!read || found.problems.length > 0) return found;
  const { context, loops, turns } = read;
  const state = { ...read, nodes, context: new Map(context), loops: new Map(loops), turns: new Map(turns) };
  return { ...found, state };
}

interface Found {
  readonly problems: string[];
  readonly unknown: string[];
}

/** The value, without fields that it may not have; undefined where something else is wrong with it. */
function checked<T>(schema: z.ZodMiniType<T>, value: unknown, at: readonly PropertyKey[], found: Found): T | undefined {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  let known = value;
  for (const issue of error.issues) {
    const path = [...at, ...issue.path].map(String);
    if (issue.code === 'unrecognized_keys') {
      found.unknown.push(...issue.keys.map((key) => [...path, key].join('.')));
      known = without(known, issue.path, issue.keys);
    } else found.problems.push(`${path.join('.') || 'the state'} must be ${issue.message}`);
  }
  return error.issues.every(({ code }) => code === 'unrecognized_keys') ? schema.safeParse(known).data : undefined;
}

function without(value: unknown, [first, ...rest]: readonly PropertyKey[], keys: readonly string[]): unknown {
  const entries = Object.entries(value as object);
  if (first === undefined) return Object.fromEntries(entries.filter(([key]) => !keys.includes(key)));
  return Object.fromEntries(entries.map(([key, item]) => [key, key === first ? without(item, rest, keys) : item]));
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    return error;
  }
}
