import type { Schedule } from '../ir/graph.ts';

/** What the scheduler puts in when it delivers a tick: the moment that it was due, as ISO text. */
export const SCHEDULED_TIME = '<aws.scheduler.scheduled-time>';

/**
 * The input of the executions that a schedule starts: the run's own input, and what makes the start of a tick happen
 * once and keeps to the schedule's `overlap`.
 */
export function scheduleInput(
  workflow: string,
  overlap: Schedule['overlap'],
  input: Readonly<Record<string, unknown>> = {},
  scheduledTime: string = SCHEDULED_TIME,
): object {
  return { ...input, stepwright: { schedule: workflow, scheduledTime, overlap } };
}
