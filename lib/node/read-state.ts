import * as z from 'zod/mini';
import type { NodeStatus, PauseKind, RunResult, SkipReason, Trigger } from './record.ts';
import { TRIGGERS } from './record.ts';

/** What stands in a `state.json` (semantics: state record); everything that may be left out there is optional. */
export interface StateFile {
  readonly workflow: string;
  readonly version: string;
  readonly started: string;
  readonly nodes: ReadonlyMap<string, NodeInState>;
  readonly current: readonly string[];
  readonly run?: string | undefined;
  readonly from?: string | undefined;
  readonly trigger?: Trigger | undefined;
  readonly input?: unknown;
  readonly context: ReadonlyMap<string, string>;
  readonly loops: ReadonlyMap<string, number>;
  readonly turns: ReadonlyMap<string, number>;
  readonly usage?: z.infer<typeof usage> | undefined;
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
const pauses = ['question', 'budget', 'run-budget', 'child-run'] as const satisfies PauseKind[];
const results = ['completed', 'partial', 'failed', 'cancelled', 'skipped'] as const satisfies RunResult[];

// What a field must be; zod gives these texts back as its messages.
const text = z.string('a text');
const texts = z.array(text, 'a list of texts');
const count = z.int('a whole number').check(z.gte(0, 'a whole number'));
const time = text.check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'a time'));
/** Its values are checked one by one, since a key such as `__proto__` is an ordinary one here. */
const map = z.custom<object>(
  (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'a map',
);

const amount = z.number('a number').check(z.gte(0, 'a number from 0 on'));

const usage = z.object(
  {
    inputTokens: count,
    outputTokens: count,
    usd: z.optional(amount),
    seconds: z.optional(amount),
    model: z.optional(text),
  },
  'a map',
);

const node = z.object(
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
    files: z.optional(z.array(z.object({ path: text, type: text, bytes: count, sha256: text }, 'a map'), 'a list')),
    asked: z.optional(text),
    waiting: z.optional(
      z.object(
        {
          kind: z.optional(z.enum(pauses, `one of ${pauses.join(', ')}`)),
          question: text,
          labels: z.optional(texts),
          since: time,
          until: time,
        },
        'a map',
      ),
    ),
    usage: z.optional(usage),
    raised: z.optional(count),
    answers: z.optional(z.array(z.object({ question: text, answer: text }, 'a map'), 'a list')),
  },
  'a map',
);

const file = z.object(
  {
    workflow: text,
    version: text,
    started: time,
    nodes: map,
    current: z._default(texts, []),
    run: z.optional(text),
    from: z.optional(text),
    trigger: z.optional(z.enum(TRIGGERS, `one of ${TRIGGERS.join(', ')}`)),
    input: z.optional(z.unknown()),
    context: z._default(map, {}),
    loops: z._default(map, {}),
    turns: z._default(map, {}),
    usage: z.optional(usage),
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
  const read = checked(file, value, '', found);
  const nodes = mapOf(node, read?.nodes, 'nodes', found);
  const context = mapOf(text, read?.context, 'context', found);
  const loops = mapOf(count, read?.loops, 'loops', found);
  const turns = mapOf(count, read?.turns, 'turns', found);
  if (!read || found.problems.length > 0) return found;
  return { ...found, state: { ...read, nodes, context, loops, turns } };
}

interface Found {
  readonly problems: string[];
  readonly unknown: string[];
}

function mapOf<T>(schema: z.ZodMiniType<T>, given: object | undefined, path: string, found: Found): Map<string, T> {
  const values = new Map<string, T>();
  for (const [key, item] of Object.entries(given ?? {})) {
    const value = checked(schema, item, `${path}.${key}`, found);
    if (value !== undefined) values.set(key, value);
  }
  return values;
}

function checked<T>(schema: z.ZodMiniType<T>, value: unknown, path: string, found: Found): T | undefined {
  const { data, error } = schema.safeParse(value);
  for (const issue of error?.issues ?? []) {
    const where = [...(path === '' ? [] : [path]), ...issue.path.map(String)].join('.');
    found.problems.push(`${where === '' ? 'the state' : where} must be ${issue.message}`);
  }
  if (data !== undefined && schema instanceof z.ZodMiniObject) {
    const known = Object.keys(schema.shape);
    const others = Object.keys(value as object).filter((key) => !known.includes(key));
    found.unknown.push(...others.map((key) => (path === '' ? key : `${path}.${key}`)));
  }
  return data;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    return error;
  }
}
