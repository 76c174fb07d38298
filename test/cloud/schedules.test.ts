import {
  GetScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { mockClient } from 'aws-sdk-client-mock';
import { cloudSchedules, setScheduleState } from '../../lib/cloud/schedules.ts';

const deployed = { stack: 'stepwright-tick', scheduleGroup: 'group' };

/** A schedule as the service answers, with everything that can be set. */
const schedule = (Name: string, State: 'ENABLED' | 'DISABLED') => ({
  $metadata: {},
  Arn: `arn:aws:scheduler:eu-central-1:123456789012:schedule/group/${Name}`,
  CreationDate: new Date(0),
  LastModificationDate: new Date(1),
  Name,
  GroupName: 'group',
  Description: '0 9 13 * 5 (Europe/Berlin)',
  ScheduleExpression: 'cron(0 9 13 * ? *)',
  ScheduleExpressionTimezone: 'Europe/Berlin',
  StartDate: new Date(2),
  EndDate: new Date(3),
  KmsKeyArn: 'arn:aws:kms:eu-central-1:123456789012:key/one',
  ActionAfterCompletion: 'NONE' as const,
  FlexibleTimeWindow: { Mode: 'OFF' as const },
  State,
  Target: {
    Arn: 'arn:aws:states:eu-central-1:123456789012:stateMachine:Machine',
    RoleArn: 'arn:aws:iam::123456789012:role/one',
    Input: '{}',
    RetryPolicy: { MaximumEventAgeInSeconds: 3600, MaximumRetryAttempts: 185 },
    DeadLetterConfig: { Arn: 'arn:aws:sqs:eu-central-1:123456789012:queue' },
  },
});

function scheduler(first: 'ENABLED' | 'DISABLED', second: 'ENABLED' | 'DISABLED') {
  const mock = mockClient(SchedulerClient);
  mock
    .on(ListSchedulesCommand, { GroupName: 'group' })
    .resolves({ Schedules: [{ Name: 'schedule-2' }], NextToken: 'more' })
    .on(ListSchedulesCommand, { GroupName: 'group', NextToken: 'more' })
    .resolves({ Schedules: [{ Name: 'schedule-1' }] })
    .on(GetScheduleCommand, { GroupName: 'group', Name: 'schedule-1' })
    .resolves(schedule('schedule-1', first))
    .on(GetScheduleCommand, { GroupName: 'group', Name: 'schedule-2' })
    .resolves(schedule('schedule-2', second))
    .on(UpdateScheduleCommand)
    .resolves({});
  return mock;
}

const shown = (name: string, enabled: boolean) => ({
  name,
  expression: 'cron(0 9 13 * ? *)',
  zone: 'Europe/Berlin',
  enabled,
});

describe('the schedules of a deployed workflow', () => {
  it('are listed as they stand', async () => {
    scheduler('ENABLED', 'DISABLED');
    expect(await cloudSchedules(deployed)).toEqual([shown('schedule-1', true), shown('schedule-2', false)]);
    expect(await cloudSchedules({})).toEqual([]);
  });

  it('are switched off as they are, with all that is set of them', async () => {
    const mock = scheduler('ENABLED', 'ENABLED');
    expect(await setScheduleState(deployed, false)).toEqual([shown('schedule-1', false), shown('schedule-2', false)]);
    const { $metadata, Arn, CreationDate, LastModificationDate, ...kept } = schedule('schedule-1', 'DISABLED');
    expect([$metadata, Arn, CreationDate, LastModificationDate]).toHaveLength(4);
    const sent = mock.commandCalls(UpdateScheduleCommand).map(({ args }) => args[0].input);
    expect(sent).toEqual([kept, { ...kept, Name: 'schedule-2' }]);
  });

  it('are switched on where they are off, and left alone where they are on', async () => {
    const mock = scheduler('ENABLED', 'DISABLED');
    expect(await setScheduleState(deployed, true)).toEqual([shown('schedule-1', true), shown('schedule-2', true)]);
    const sent = mock.commandCalls(UpdateScheduleCommand).map(({ args }) => args[0].input);
    expect(sent.map(({ Name, State }) => [Name, State])).toEqual([['schedule-2', 'ENABLED']]);
  });

  it('cannot be switched where there are none', async () => {
    const refused = 'the stack stepwright-tick has no schedule: the workflow had none when it was deployed';
    expect(await setScheduleState({ stack: 'stepwright-tick' }, true)).toEqual({ refused });
  });
});
