import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { shortHash } from '../../lib/ir/names.ts';

export interface ComingBack {
  /** What is to be done then, for the name of the schedule: the same is scheduled once for a time. */
  readonly key: string;
  /** ISO text. It is not before half a minute from now, since a schedule must lie ahead. */
  readonly at: string;
  /** ARN of the function that is called, with this input. */
  readonly target: string;
  readonly input: object;
  /** ARN of the role under which it is called. */
  readonly role: string;
  /** Name of the group of schedules. */
  readonly group: string;
}

/** Milliseconds that a schedule must lie ahead at least. */
const AHEAD = 30_000;

/** Has a function called once, at a time; the schedule is gone afterwards. Doing it again changes nothing. */
export async function comeBack(back: ComingBack, now: Date, client = new SchedulerClient()): Promise<void> {
  // Whole seconds, and none before the time.
  const time = Math.ceil(Math.max(Date.parse(back.at), now.getTime() + AHEAD) / 1000) * 1000;
  const command = new CreateScheduleCommand({
    Name: `settle-${shortHash(back.key, 16)}-${Math.ceil(Date.parse(back.at) / 1000)}`,
    GroupName: back.group,
    ScheduleExpression: `at(${new Date(time).toISOString().slice(0, 19)})`,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: { Arn: back.target, RoleArn: back.role, Input: JSON.stringify(back.input) },
  });
  try {
    await client.send(command);
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
  }
}
