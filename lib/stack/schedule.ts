import { Annotations, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Graph, Schedule } from '../ir/graph.ts';
import type { ParameterEntry } from '../ir/table.ts';
import type { Planned } from '../schedule/planned.ts';
import { plannedRuns } from '../schedule/planned.ts';
import { scheduleInput } from '../schedule/schedule-input.ts';
import { schedulerExpressions } from '../schedule/scheduler-expressions.ts';
import { alarmOnFirst, deadLetterQueue, LOOKING } from './dead-letters.ts';
import { UserError } from './user-error.ts';

/** What a stack says of the workflow's schedule in place of its file. */
export interface ScheduleProps {
  readonly enabled?: boolean;
  readonly overlap?: Schedule['overlap'];
  /** The input of the runs that it starts; none by default. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Where a tick goes and what is known of the workflow. */
export interface Scheduled {
  readonly graph: Pick<Graph, 'name' | 'schedule'>;
  readonly parameters: readonly ParameterEntry[];
  readonly machine: StateMachine;
  readonly props: ScheduleProps | undefined;
  readonly encryptionKey: IKey | undefined;
  /** Where alarms are told; without any alarm where it is `false`. */
  readonly alarmTopic: ITopic | false | undefined;
}

/** For how long a tick that cannot be delivered is tried again; after that it lies in the queue. */
const RETRY = { maximumEventAgeInSeconds: 3600, maximumRetryAttempts: 185 };

/** What a schedule consists of. */
export interface WorkflowSchedule {
  readonly group: ScheduleGroup;
  /** One, or two where either of two day fields is to fire. */
  readonly schedules: readonly CfnSchedule[];
  /** Holds the ticks that could not be delivered. */
  readonly deadLetters: Queue;
  readonly alarms: readonly Alarm[];
}

/**
 * The schedule of a workflow: it starts executions of the machine, and what a start does with a second delivery of the
 * same tick is the handler's business. A tick that cannot be delivered is kept in a queue, and an alarm tells.
 * Undefined where the workflow has no schedule, or it is off and could not be switched on.
 */
export function workflowSchedule(scope: Construct, scheduled: Scheduled): WorkflowSchedule | undefined {
  const { graph, props, encryptionKey, alarmTopic } = scheduled;
  const planned = plannedRuns(graph.schedule);
  if (!planned) {
    if (!props?.enabled) return undefined;
    throw new UserError(`the workflow ${graph.name.text} has no schedule that could be enabled: see \`schedule.cron\``);
  }
  const place = new Construct(scope, 'Schedule');
  // With the group whatever is in it is deleted.
  const group = new ScheduleGroup(place, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
  const deadLetters = deadLetterQueue(place, encryptionKey);
  const role = deliveryRole(place, scheduled, group, deadLetters);
  warnOfInputs(place, scheduled);
  return {
    group,
    deadLetters,
    schedules: schedules(place, planned, scheduled, { group, deadLetters, role }),
    alarms: alarmTopic === false ? [] : alarms(place, graph.name.text, { group, deadLetters, alarmTopic }),
  };
}

function schedules(
  scope: Construct,
  { cron, zone }: Planned,
  { graph, props, machine }: Scheduled,
  { group, deadLetters, role }: { group: ScheduleGroup; deadLetters: Queue; role: Role },
): CfnSchedule[] {
  const { overlap, enabled } = { ...graph.schedule!, ...props };
  const input = scheduleInput(graph.name.text, overlap, props?.input);
  return schedulerExpressions(cron).map((scheduleExpression, i) => {
    const schedule = new CfnSchedule(scope, `Schedule${i + 1}`, {
      name: `schedule-${i + 1}`,
      groupName: group.scheduleGroupName,
      description: `${cron} (${zone})`,
      scheduleExpression,
      scheduleExpressionTimezone: zone,
      flexibleTimeWindow: { mode: 'OFF' },
      state: enabled ? 'ENABLED' : 'DISABLED',
      target: {
        arn: machine.stateMachineArn,
        roleArn: role.roleArn,
        input: JSON.stringify(input),
        retryPolicy: RETRY,
        deadLetterConfig: { arn: deadLetters.queueArn },
      },
    });
    // Nothing fires before the group is there and the role may deliver.
    schedule.node.addDependency(group, role);
    return schedule;
  });
}

function deliveryRole(
  scope: Construct,
  { machine, encryptionKey }: Scheduled,
  group: ScheduleGroup,
  deadLetters: Queue,
): Role {
  const role = new Role(scope, 'Role', {
    description: 'lets the schedule of a workflow start its machine',
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: {
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account, 'aws:SourceArn': group.scheduleGroupArn },
      },
    }),
  });
  role.addToPolicy(new PolicyStatement({ actions: ['states:StartExecution'], resources: [machine.stateMachineArn] }));
  role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }));
  if (encryptionKey) {
    const actions = ['kms:GenerateDataKey', 'kms:Decrypt'];
    role.addToPolicy(new PolicyStatement({ actions, resources: [encryptionKey.keyArn] }));
  }
  return role;
}

function alarms(
  scope: Construct,
  workflow: string,
  { group, deadLetters, alarmTopic }: Pick<WorkflowSchedule, 'group' | 'deadLetters'> & Pick<Scheduled, 'alarmTopic'>,
): Alarm[] {
  const period = LOOKING;
  const once = (id: string, alarmDescription: string, metric: Metric): Alarm =>
    alarmOnFirst(scope, id, { alarmDescription, metric }, alarmTopic);
  const waiting = deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: 'max' });
  return [
    once('Undelivered', `ticks of the schedule of ${workflow} could not be delivered; they lie in the queue`, waiting),
    once('Dropped', `the scheduler has given up delivering a tick of ${workflow}`, group.metricDropped({ period })),
  ];
}

/** Lets what ends runs start the one that waits. A policy of its own: the functions come before the machine. */
export function allowNextStart(scope: Construct, machine: StateMachine, by: readonly LambdaFunction[]): void {
  new Policy(scope, 'NextStartPolicy', {
    roles: by.map(({ role }) => role!),
    statements: [new PolicyStatement({ actions: ['states:StartExecution'], resources: [machine.stateMachineArn] })],
  });
}

/** A tick brings no more than the stack says: what a run must be given is then missing from each of them. */
function warnOfInputs(scope: Construct, { parameters, props }: Scheduled): void {
  const given = props?.input ?? {};
  const missing = parameters.filter(
    ({ name, required, fallback }) => required && fallback === undefined && !Object.hasOwn(given, name),
  );
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  Annotations.of(scope).addWarningV2(
    'stepwright:schedule-input',
    `every run of the schedule will fail: nobody gives it the input ${names}`,
  );
}
