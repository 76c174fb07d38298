import type { Compiled } from '../compile/index.ts';
import { firesOn, longestMonth, parseCron } from '../ir/cron.ts';
import type { Schedule } from '../ir/graph.ts';
import { PRICES } from './prices.ts';
import type { UsageRange } from './usage.ts';
import { priceOf, usageOf } from './usage.ts';

export interface Cost {
  readonly currency: 'USD';
  /** Where and when these were the prices. */
  readonly region: string;
  readonly asOf: string;
  readonly perRun: Range;
  readonly per1000Runs: Range;
  /** What is counted, of one run. */
  readonly usage: UsageRange;
  /** Only where the workflow has a schedule that is on. */
  readonly runsPerMonth?: number;
  readonly perMonth?: Range;
  /** Alarms, numbers, the dashboard and the topic's key, whether there are runs or not; a stack can do without. */
  readonly standingPerMonth: number;
  readonly without: string;
}

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** Numbers that alarms look at, and numbers that functions count. */
const WATCHED = { alarmed: 11, counted: 6 };

/** What the machine costs, a run and, when scheduled, a month. */
export function costOf(compiled: Compiled): Cost {
  const { schedule } = compiled.graph;
  const usage = usageOf(compiled);
  const exact = { least: priceOf(usage.least, 'least'), most: priceOf(usage.most, 'most') };
  const runs = schedule?.enabled ? runsPerMonth(schedule) : undefined;
  return {
    currency: 'USD',
    region: PRICES.region,
    asOf: PRICES.asOf,
    perRun: times(exact, 1),
    per1000Runs: times(exact, 1000),
    usage,
    ...(runs !== undefined && { runsPerMonth: round(runs), perMonth: times(exact, runs) }),
    standingPerMonth: round(
      WATCHED.alarmed * PRICES.alarmNumber + WATCHED.counted * PRICES.metric + PRICES.dashboard + PRICES.key,
    ),
    without: 'the running time of skills and what they use',
  };
}

function times({ least, most }: Range, runs: number): Range {
  return { least: round(least * runs), most: round(most * runs) };
}

/** The average over a year. */
function runsPerMonth({ cron: text }: Schedule): number | undefined {
  const parsed = text && parseCron(text.text);
  if (!parsed || !('cron' in parsed)) return undefined;
  const { cron } = parsed;
  let days = 0;
  for (let month = 1; month <= 12; month++) {
    for (let day = 1; day <= longestMonth(month); day++) {
      // Weekdays move on from year to year, so each counts for a seventh.
      for (let weekday = 0; weekday < 7; weekday++) if (firesOn(cron, month, day, weekday)) days += 1 / 7;
    }
  }
  return (days * cron.hours.length * cron.minutes.length) / 12;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
