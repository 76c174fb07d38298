import type { Limits } from '../compile/limits.ts';
import { firesOn, longestMonth, parseCron } from '../ir/cron.ts';
import type { Schedule } from '../ir/graph.ts';

/** US dollars, list prices of the region us-east-1 in 2025; what skills use of time and services comes on top. */
const PRICE = {
  /** AWS Step Functions, a transition of a standard workflow. */
  transition: 0.000_025,
  /** AWS Lambda, a request. */
  request: 0.000_000_2,
  /** Amazon DynamoDB on demand, a write and a consistent read of a small item. */
  write: 0.000_000_625,
  read: 0.000_000_125,
};

export interface Cost {
  readonly currency: 'USD';
  readonly perRun: Range;
  /** Only where the workflow has a schedule that is on. */
  readonly runsPerMonth?: number;
  readonly perMonth?: Range;
  readonly without: string;
}

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** What the machine costs, a run and, when scheduled, a month. */
export function costOf({ transitions }: Limits, nodes: number, schedule: Schedule | undefined): Cost {
  const perRun = {
    least: priceOf(transitions.best, nodes),
    most: priceOf(transitions.worst + transitions.retries, nodes),
  };
  const runs = schedule?.enabled ? runsPerMonth(schedule) : undefined;
  const perMonth = runs !== undefined && { least: round(perRun.least * runs), most: round(perRun.most * runs) };
  return {
    currency: 'USD',
    perRun,
    ...(runs !== undefined && { runsPerMonth: round(runs) }),
    ...(perMonth && { perMonth }),
    without: 'the running time of skills and what they use',
  };
}

/** Nearly every transition invokes the handler, which reads what it needs and writes twice. */
function priceOf(transitions: number, nodes: number): number {
  const { transition, request, write, read } = PRICE;
  return round(transitions * (transition + request + 2 * write + Math.min(nodes, 10) * read));
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
