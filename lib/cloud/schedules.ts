import {
  GetScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { Deployment } from './deployment.ts';

/** A schedule of a deployed workflow; there are two where either of two day fields is to fire. */
export interface CloudSchedule {
  readonly name: string;
  /** As EventBridge Scheduler writes it. */
  readonly expression: string;
  readonly zone: string;
  readonly enabled: boolean;
}

/** The schedules of a deployed workflow; none where it has no valid one. */
export async function cloudSchedules(
  { scheduleGroup }: Pick<Deployment, 'scheduleGroup'>,
  client: SchedulerClient = new SchedulerClient(),
): Promise<CloudSchedule[]> {
  if (scheduleGroup === undefined) return [];
  const found: CloudSchedule[] = [];
  for (const name of await namesIn(scheduleGroup, client)) {
    const schedule = await client.send(new GetScheduleCommand({ GroupName: scheduleGroup, Name: name }));
    found.push({
      name,
      expression: schedule.ScheduleExpression!,
      zone: schedule.ScheduleExpressionTimezone ?? 'UTC',
      enabled: schedule.State !== 'DISABLED',
    });
  }
  return found;
}

/**
 * Switches the schedules of a deployed workflow on or off, without a deployment; all else of them stays. Resolves to
 * how they stand then, or to why nothing was done. A later deployment leaves that alone unless it changes something
 * of a schedule: then all of it, and so its state, is as the workflow's file says.
 */
export async function setScheduleState(
  deployed: Pick<Deployment, 'stack' | 'scheduleGroup'>,
  enabled: boolean,
  client: SchedulerClient = new SchedulerClient(),
): Promise<readonly CloudSchedule[] | { readonly refused: string }> {
  const schedules = await cloudSchedules(deployed, client);
  if (schedules.length === 0)
    return { refused: `the stack ${deployed.stack} has no schedule: the workflow had none when it was deployed` };
  for (const { name } of schedules.filter((schedule) => schedule.enabled !== enabled))
    await switchOne(client, deployed.scheduleGroup!, name, enabled);
  return schedules.map((schedule) => ({ ...schedule, enabled }));
}

async function namesIn(group: string, client: SchedulerClient): Promise<string[]> {
  const names: string[] = [];
  let next: string | undefined;
  do {
    const page = await client.send(
      new ListSchedulesCommand({ GroupName: group, ...(next !== undefined && { NextToken: next }) }),
    );
    names.push(...(page.Schedules ?? []).map(({ Name }) => Name!));
    next = page.NextToken;
  } while (next !== undefined);
  return names.sort();
}

/** The service takes a schedule as a whole: what is not said again would be forgotten. */
async function switchOne(client: SchedulerClient, group: string, name: string, enabled: boolean): Promise<void> {
  const schedule = await client.send(new GetScheduleCommand({ GroupName: group, Name: name }));
  const {
    $metadata: _metadata,
    Arn: _arn,
    CreationDate: _created,
    LastModificationDate: _modified,
    ...kept
  } = schedule;
  await client.send(
    new UpdateScheduleCommand({
      ...kept,
      Name: name,
      GroupName: group,
      ScheduleExpression: kept.ScheduleExpression,
      FlexibleTimeWindow: kept.FlexibleTimeWindow,
      Target: kept.Target,
      State: enabled ? 'ENABLED' : 'DISABLED',
    }),
  );
}
