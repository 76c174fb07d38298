import { nearest } from '../../diagnostics/near.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { Cron } from '../../ir/cron.ts';
import { everFires, firesOn, longestMonth, parseCron } from '../../ir/cron.ts';
import type { Text } from '../../ir/position.ts';
import type { ClockChange } from '../../ir/time-zone.ts';
import { clockChanges, isZone, zoneNames } from '../../ir/time-zone.ts';
import type { Rule } from './facts.ts';

const MINUTE = 60_000;
const OFTEN = 5;
/** The years in which the clocks are looked at. They are fixed, so that the same file always gets the same answer. */
const YEARS = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2031, 0, 1) };
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** V008: an enabled schedule has a cron expression of five fields that fires, and a zone that is known. */
export const schedule: Rule = ({ graph, report }) => {
  const planned = graph.schedule;
  if (!planned?.enabled) return;
  const zone = checkZone(planned.timezone, report);
  if (!planned.timezone) report('noZone', {}, planned.at);
  if (planned.cron) checkCron(planned.cron, zone, report);
  else report('cronMissing', {}, planned.at);
};

function checkZone(zone: Text | undefined, report: Report): string | undefined {
  if (!zone || isZone(zone.text)) return zone?.text;
  report('badZone', { zone: zone.text, near: nearest(zone.text, zoneNames()) }, zone.at);
  return undefined;
}

function checkCron({ text, at }: Text, zone: string | undefined, report: Report): void {
  const parsed = parseCron(text);
  if ('problem' in parsed) {
    report('badCron', { cron: text, problem: parsed.problem, advice: parsed.advice }, at);
    return;
  }
  const { cron } = parsed;
  if (!everFires(cron)) {
    report('cronNeverFires', { cron: text }, at);
    return;
  }
  if (firesOften(cron)) report('veryOften', { cron: text }, at);
  const lacking = lackingDay(cron);
  if (lacking) report('dayLacking', lacking, at);
  if (zone !== undefined) checkClocks(cron, zone, { text, at }, report);
}

/** Whether it fires twice within less than five minutes, also from one hour into the next. */
function firesOften({ minutes, hours }: Cron): boolean {
  const first = minutes[0]!;
  const nextHour = hours.some((hour) => hours.includes((hour + 1) % 24)) ? [60 + first] : [];
  return [...minutes, ...nextHour].some((minute, i, all) => i > 0 && minute - all[i - 1]! < OFTEN);
}

/** A stated day of the month that some of the months lack. A step or a range that begins earlier means what there is. */
function lackingDay({ dayStarts, months }: Cron): { day: number; months: string[] } | undefined {
  const day = Math.max(0, ...dayStarts);
  const short = (month: number) => (month === 2 ? 28 : longestMonth(month)) < day;
  const lacking = months.filter(short).map((month) => MONTHS[month - 1]!);
  return lacking.length > 0 ? { day, months: lacking } : undefined;
}

/** Tells the first local time in spring that is skipped, and the first in autumn that comes twice. */
function checkClocks(cron: Cron, zone: string, { at }: Text, report: Report): void {
  const changes = clockChanges(zone, YEARS.from, YEARS.to);
  const skipped = changes.map((change) => hit(cron, change, change.before, change.after)).find((found) => found);
  const repeated = changes.map((change) => hit(cron, change, change.after, change.before)).find((found) => found);
  if (skipped) report('timeSkipped', { zone, ...skipped }, at);
  if (repeated) report('timeRepeated', { zone, ...repeated }, at);
}

/** The first minute of the local times from one offset to the other, at a change, at which the expression fires. */
function hit(cron: Cron, change: ClockChange, from: number, to: number): { time: string; day: string } | undefined {
  for (let offset = from; offset < to; offset++) {
    const local = new Date(change.at + offset * MINUTE);
    const [hour, minute] = [local.getUTCHours(), local.getUTCMinutes()];
    if (!cron.hours.includes(hour) || !cron.minutes.includes(minute)) continue;
    if (!firesOn(cron, local.getUTCMonth() + 1, local.getUTCDate(), local.getUTCDay())) continue;
    const two = (number: number) => String(number).padStart(2, '0');
    return { time: `${two(hour)}:${two(minute)}`, day: local.toISOString().slice(0, 10) };
  }
  return undefined;
}
