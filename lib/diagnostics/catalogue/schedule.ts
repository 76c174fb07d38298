import { didYouMean, error, warning } from '../entry.ts';
import { list, show, visible } from '../show.ts';

/** The rules of a schedule, V008, which both dialects share. */
export const scheduleRules = {
  cronMissing: error<object>('V008', () => 'The schedule is enabled but has no `cron`'),
  badCron: error<{ cron: string; problem: string; advice: string | undefined }>(
    'V008',
    ({ cron, problem }) => `The cron expression ${show(cron)} is wrong: ${visible(problem)}`,
    ({ advice }) => advice,
  ),
  cronNeverFires: error<{ cron: string }>(
    'V008',
    ({ cron }) => `The cron expression ${show(cron)} never fires: none of its months has such a day`,
  ),
  badZone: error<{ zone: string; near: string | undefined }>(
    'V008',
    ({ zone }) => `The timezone ${show(zone)} is unknown`,
    ({ near }) => didYouMean(near) ?? 'Write an IANA name such as Europe/Berlin, or UTC.',
  ),
  noZone: warning<object>('V008', () => 'The schedule has no `timezone`; UTC is used'),
  veryOften: warning<{ cron: string }>(
    'V008',
    ({ cron }) => `The schedule ${show(cron)} fires more often than every 5 minutes`,
  ),
  dayLacking: warning<{ day: number; months: readonly string[] }>(
    'V008',
    ({ day, months }) => `The schedule names day ${day}, which ${list(months)} ${months.length > 1 ? 'lack' : 'lacks'}`,
    ({ day, months }) =>
      day === 29 && months.length === 1
        ? 'It does not fire there but in leap years.'
        : 'It does not fire in these months.',
  ),
  timeSkipped: warning<{ zone: string; time: string; day: string }>(
    'V008',
    ({ zone, time, day }) =>
      `In ${zone} there is no ${time} on ${day}, when the clocks go forward: the schedule does not fire then`,
  ),
  timeRepeated: warning<{ zone: string; time: string; day: string }>(
    'V008',
    ({ zone, time, day }) =>
      `In ${zone} the time ${time} comes twice on ${day}, when the clocks go back: the schedule fires once`,
  ),
};
