import type { Refused } from './io.ts';

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Since when, in milliseconds since 1970: `90s`, `30m`, `1h` or `2d` ago, or a time such as `2026-01-31T09:30:00Z`. */
export function readSince(text: string, now: Date): number | Refused {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text.trim()) ?? [];
  if (count !== undefined) return now.getTime() - Number(count) * units[unit as keyof typeof units];
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  return { refused: `--since ${text}: give a span such as 30m, 1h or 2d, or a time such as 2026-01-31T09:30:00Z` };
}
