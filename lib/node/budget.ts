import type { Budget } from '../ir/prompt-settings.ts';
import type { Usage } from '../skills/host.ts';

/** What a node, or a run, has spent: over all attempts and rounds. */
export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; left out where no price was known. */
  readonly usd?: number;
  /** Seconds that skills have run; counted where there is a budget, or a model was called. */
  readonly seconds?: number;
  /** The model that was called last. */
  readonly model?: string;
}

export const NOTHING: Spent = { inputTokens: 0, outputTokens: 0 };

export function plus(spent: Spent | undefined, more: Usage | Spent): Spent {
  const { inputTokens, outputTokens, usd, seconds, model } = spent ?? NOTHING;
  const total = (a: number | undefined, b: number | undefined) =>
    a === undefined && b === undefined ? undefined : rounded((a ?? 0) + (b ?? 0));
  const dollars = total(usd, more.usd);
  const time = total(seconds, 'seconds' in more ? more.seconds : undefined);
  const last = more.model ?? model;
  return {
    inputTokens: inputTokens + more.inputTokens,
    outputTokens: outputTokens + more.outputTokens,
    ...(dollars !== undefined && { usd: dollars }),
    ...(time !== undefined && { seconds: time }),
    ...(last !== undefined && { model: last }),
  };
}

/** Sums of prices are no longer exact; what is less than a millionth is left out. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/**
 * What a person is asked when a budget is used up; undefined while something of it is left. `raised` is how often it
 * was raised, each time by what it was at first, and by that again where nothing would be left.
 */
export function usedUp(budget: Budget, raised: number, spent: Spent | undefined, whose: string): string | undefined {
  const used = usedBy(spent);
  for (const key of KEYS) {
    const at = budget[key];
    if (at === undefined || used[key] < at * (raised + 1)) continue;
    const [is, may] = [shown(key, used[key]), shown(key, at * (raised + 1))];
    const then = shown(key, at * (raisedFor(budget, raised, spent) + 1));
    return `the budget of ${whose} is used up: ${is} of ${may}; approving raises it to ${then}`;
  }
  return undefined;
}

/** How often a budget has to have been raised until something of it is left. */
export function raisedFor(budget: Budget, raised: number, spent: Spent | undefined): number {
  const used = usedBy(spent);
  return KEYS.reduce((most, key) => {
    const at = budget[key];
    return at === undefined ? most : Math.max(most, Math.floor(used[key] / at));
  }, raised);
}

const KEYS = ['tokens', 'usd', 'seconds'] as const;

function usedBy(spent: Spent = NOTHING): Record<keyof Budget, number> {
  const { inputTokens, outputTokens, usd = 0, seconds = 0 } = spent;
  return { tokens: inputTokens + outputTokens, usd, seconds };
}

function shown(key: keyof Budget, value: number): string {
  const number = value.toLocaleString('en-GB', { maximumFractionDigits: key === 'usd' ? 4 : 0 });
  return key === 'usd' ? `$${number}` : `${number} ${key}`;
}

/** What models have used, for people; undefined where none was asked. */
export function spentText(spent: Spent | undefined): string | undefined {
  const { tokens, usd } = usedBy(spent);
  if (tokens === 0) return undefined;
  return [shown('tokens', tokens), ...(usd > 0 ? [shown('usd', usd)] : [])].join(', ');
}
