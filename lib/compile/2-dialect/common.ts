import type { Report } from '../../diagnostics/report.ts';
import type { Dialect, Parameter, Retry, Schedule, Triggers } from '../../ir/graph.ts';
import type { Budget, PromptSettings } from '../../ir/prompt-settings.ts';
import type { SourceMap } from '../../ir/source.ts';
import { entryOf } from '../../ir/source.ts';
import { present } from './present.ts';
import { lowerBudget, lowerPrompt } from './prompt.ts';
import { dataOf, flagOf, numberOf, textOf, textsOf, wordOf } from './read.ts';
import { lowerTriggers } from './triggers.ts';

/** Parts that both dialects write in the same way. */
export function lowerShared(root: SourceMap): {
  schedule?: Schedule;
  maxConcurrency?: { value: number; at: SourceMap['at'] };
  parameters?: ReadonlyMap<string, Parameter>;
  triggers?: Triggers;
  budget?: Budget;
} {
  const schedule = lowerSchedule(root);
  const maxConcurrency = numberOf(root, 'max_concurrency');
  const parameters = lowerParameters(root);
  const triggers = lowerTriggers(root);
  const budget = lowerBudget(root);
  return {
    ...(budget && { budget }),
    ...(triggers && { triggers }),
    ...(schedule && { schedule }),
    ...(maxConcurrency && { maxConcurrency }),
    ...(parameters && { parameters }),
  };
}

function lowerSchedule(root: SourceMap): Schedule | undefined {
  const entry = entryOf(root, 'schedule');
  if (entry?.value.kind !== 'map') return undefined;
  const cron = textOf(entry.value, 'cron');
  const timezone = textOf(entry.value, 'timezone');
  return {
    enabled: flagOf(entry.value, 'enabled') ?? false,
    ...present({ cron, timezone }),
    overlap: wordOf(entry.value, 'overlap', ['skip', 'allow', 'queue']) ?? 'skip',
    at: entry.keyAt,
  };
}

function lowerParameters(root: SourceMap): ReadonlyMap<string, Parameter> | undefined {
  const map = entryOf(root, 'inputs')?.value;
  if (map?.kind !== 'map') return undefined;
  return new Map(
    map.entries.map(({ key, keyAt, value }): [string, Parameter] => {
      const type = textOf(value, 'type')?.text;
      const initial = entryOf(value, 'default');
      const description = textOf(value, 'description')?.text;
      return [
        key,
        {
          ...present({ type, description }),
          ...(initial && { default: dataOf(initial.value) }),
          required: flagOf(value, 'required') ?? false,
          at: keyAt,
        },
      ];
    }),
  );
}

/** Fields of nodes and steps that bound or weigh their work, or say how it is done. */
export function lowerWork(map: SourceMap): {
  retry?: Retry;
  weight?: number;
  expectedSeconds?: number;
  budget?: Budget;
  prompt?: PromptSettings;
} {
  const retry = lowerRetry(map);
  const budget = lowerBudget(map);
  const prompt = lowerPrompt(map);
  const expectedSeconds = numberOf(map, 'expected_seconds')?.value;
  const weight = numberOf(map, 'weight')?.value ?? expectedSeconds;
  return {
    ...(retry && { retry }),
    ...(weight !== undefined && weight > 0 && { weight }),
    ...(expectedSeconds !== undefined && expectedSeconds > 0 && { expectedSeconds }),
    ...(budget && { budget }),
    ...(prompt && { prompt }),
  };
}

function lowerRetry(map: SourceMap): Retry | undefined {
  const entry = entryOf(map, 'retry');
  const max = numberOf(entry?.value, 'max');
  if (!entry || !max) return undefined;
  const backoff = numberOf(entry.value, 'backoff_seconds');
  return {
    max: max.value,
    ...(backoff && { backoffSeconds: backoff.value }),
    on: textsOf(entry.value, 'on').map(({ text }) => text),
    at: entry.keyAt,
  };
}

/** A stated limit in seconds, if it is one; what is wrong with it has been told. */
export function lowerTimeout(map: SourceMap | undefined): ReturnType<typeof numberOf> {
  const timeout = numberOf(map, 'timeout_seconds');
  return timeout && Number.isInteger(timeout.value) && timeout.value >= 1 ? timeout : undefined;
}

/** Tells required texts that stand there but are empty. */
export function refuseEmpty(
  map: SourceMap | undefined,
  keys: readonly string[],
  owner: string,
  dialect: Dialect,
  report: Report,
): void {
  for (const field of keys) {
    const text = textOf(map, field);
    if (text?.text.trim() === '')
      report('empty', { code: dialect === 'graph' ? 'G02' : 'V000', field, owner }, text.at);
  }
}
