import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { AwsSolutionsChecks } from 'cdk-nag';
import { WorkflowStack } from '../../lib/stack/workflow-stack.ts';
import type { WorkflowProps } from '../../lib/stack/workflow.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project } from './project.ts';

const folders: TemporaryFolder[] = [];
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

async function stackOf(
  head: string,
  props: Partial<WorkflowProps> | ((stack: Stack) => Partial<WorkflowProps>) = {},
): Promise<Stack> {
  const folder = await project({
    'workflow.yaml': `${head}\nsteps:\n  - {id: a, name: a, command: /a}\n`,
    'script.json': '{}',
  });
  folders.push(folder);
  const app = new App({ builtinCloudFormationValidation: false });
  const extra = typeof props === 'function' ? props(new Stack(app, 'Other')) : props;
  return new WorkflowStack(app, 'Test', {
    definition: join(folder.path, 'workflow.yaml'),
    projectDir: folder.path,
    mock: join(folder.path, 'script.json'),
    ...extra,
  });
}

const head = (schedule: string) => `workflow: {name: tick, version: 1.0.0}\nschedule: {${schedule}}`;
const daily = "enabled: true, cron: '0 9 * * 1-5', timezone: Europe/Berlin";

const templateOf = async (...args: Parameters<typeof stackOf>) => Template.fromStack(await stackOf(...args));

function only(template: Template, type: string, prefix: string): [string, Record<string, never>] {
  const found = Object.entries(template.findResources(type)).filter(([id]) =>
    id.startsWith(`WorkflowSchedule${prefix}`),
  );
  expect([type, prefix, found.length]).toEqual([type, prefix, 1]);
  return [found[0]![0], found[0]![1].Properties as Record<string, never>];
}

describe('the schedule of a stack', () => {
  let template: Template;
  const groupName = (): string => only(template, 'AWS::Scheduler::ScheduleGroup', 'Group')[1]['Name']!;
  beforeAll(async () => {
    template = await templateOf(head(daily));
  });

  it('starts the machine when the file says, in its zone, with what makes a tick happen once', () => {
    const [queue] = only(template, 'AWS::SQS::Queue', 'DeadLetters');
    const [role] = only(template, 'AWS::IAM::Role', 'Role');
    const [machine] = Object.keys(template.findResources('AWS::StepFunctions::StateMachine'));
    const [, { Target, ...schedule }] = only(template, 'AWS::Scheduler::Schedule', 'Schedule') as unknown as [
      string,
      { Target: { Input: string } },
    ];
    expect(schedule).toEqual({
      Name: 'schedule-1',
      GroupName: groupName(),
      Description: '0 9 * * 1-5 (Europe/Berlin)',
      ScheduleExpression: 'cron(0 9 ? * MON-FRI *)',
      ScheduleExpressionTimezone: 'Europe/Berlin',
      FlexibleTimeWindow: { Mode: 'OFF' },
      State: 'ENABLED',
    });
    const { Input, ...target } = Target;
    expect(target).toEqual({
      Arn: { Ref: machine },
      RoleArn: { 'Fn::GetAtt': [role, 'Arn'] },
      RetryPolicy: { MaximumEventAgeInSeconds: 3600, MaximumRetryAttempts: 185 },
      DeadLetterConfig: { Arn: { 'Fn::GetAtt': [queue, 'Arn'] } },
    });
    expect(JSON.parse(Input)).toEqual({
      stepwright: { schedule: 'tick', scheduledTime: '<aws.scheduler.scheduled-time>', overlap: 'skip' },
    });
  });

  it('may start that machine and write to that queue, for schedules of its group, and nothing else', () => {
    const [group] = only(template, 'AWS::Scheduler::ScheduleGroup', 'Group');
    const [queue] = only(template, 'AWS::SQS::Queue', 'DeadLetters');
    const [role, { AssumeRolePolicyDocument, ManagedPolicyArns }] = only(template, 'AWS::IAM::Role', 'Role');
    const [machine] = Object.keys(template.findResources('AWS::StepFunctions::StateMachine'));
    expect(ManagedPolicyArns).toBeUndefined();
    expect(AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Action: 'sts:AssumeRole',
          Effect: 'Allow',
          Principal: { Service: 'scheduler.amazonaws.com' },
          Condition: {
            StringEquals: {
              'aws:SourceAccount': { Ref: 'AWS::AccountId' },
              'aws:SourceArn': { 'Fn::GetAtt': [group, 'Arn'] },
            },
          },
        },
      ],
    });
    const policies = Object.values(template.findResources('AWS::IAM::Policy')).filter(({ Properties }) =>
      JSON.stringify(Properties.Roles).includes(role),
    );
    expect(policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement as unknown[])).toEqual([
      { Effect: 'Allow', Action: 'states:StartExecution', Resource: { Ref: machine } },
      { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: { 'Fn::GetAtt': [queue, 'Arn'] } },
    ]);
  });

  it('keeps what cannot be delivered, encrypted and over TLS only, and tells', () => {
    const [queue, properties] = only(template, 'AWS::SQS::Queue', 'DeadLetters');
    expect(properties).toEqual({ MessageRetentionPeriod: 14 * 24 * 3600, SqsManagedSseEnabled: true });
    template.hasResourceProperties('AWS::SQS::QueuePolicy', {
      Queues: [{ Ref: queue }],
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Deny',
            Action: 'sqs:*',
            Principal: { AWS: '*' },
            Resource: { 'Fn::GetAtt': [queue, 'Arn'] },
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
        ],
      },
    });
    const one = { Threshold: 1, ComparisonOperator: 'GreaterThanOrEqualToThreshold', EvaluationPeriods: 1 };
    expect(only(template, 'AWS::CloudWatch::Alarm', 'Undelivered')[1]).toMatchObject({
      ...one,
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queue, 'QueueName'] } }],
      Statistic: 'Maximum',
      TreatMissingData: 'notBreaching',
    });
    expect(only(template, 'AWS::CloudWatch::Alarm', 'Dropped')[1]).toMatchObject({
      ...one,
      Namespace: 'AWS/Scheduler',
      MetricName: 'InvocationDroppedCount',
      Dimensions: [{ Name: 'ScheduleGroup', Value: groupName() }],
      Statistic: 'Sum',
      TreatMissingData: 'notBreaching',
    });
  });

  it('has the table forget the keys of ticks, and tells the command line where the schedules are', () => {
    template.hasResourceProperties('AWS::DynamoDB::Table', {
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    });
    template.hasOutput('ScheduleGroupName', { Value: groupName() });
  });

  it('is two where either of two day fields is to fire, with the same input', async () => {
    const pair = await templateOf(head("enabled: true, cron: '0 9 13 * 5', timezone: UTC"));
    const found = Object.values(pair.findResources('AWS::Scheduler::Schedule')).map(
      ({ Properties }) => Properties as { Name: string; ScheduleExpression: string; Target: object },
    );
    expect(found.map(({ Name, ScheduleExpression }) => [Name, ScheduleExpression])).toEqual([
      ['schedule-1', 'cron(0 9 13 * ? *)'],
      ['schedule-2', 'cron(0 9 ? * FRI *)'],
    ]);
    expect(new Set(found.map(({ Target }) => JSON.stringify(Target))).size).toBe(1);
    pair.resourceCountIs('AWS::SQS::Queue', 1);
  });

  it('is there and off where the file says so, and on or otherwise where the stack says so', async () => {
    const off = "enabled: false, cron: '0 9 * * *'";
    const state = (State: string, input: object) => ({
      State,
      ScheduleExpressionTimezone: 'UTC',
      Target: { Input: Match.serializedJson(Match.objectEquals(input)) },
    });
    const control = { schedule: 'tick', scheduledTime: '<aws.scheduler.scheduled-time>' };
    (await templateOf(head(off))).hasResourceProperties(
      'AWS::Scheduler::Schedule',
      state('DISABLED', { stepwright: { ...control, overlap: 'skip' } }),
    );
    const props = { schedule: { enabled: true, overlap: 'allow', input: { city: 'Ulm' } } } as const;
    (await templateOf(head(off), props)).hasResourceProperties(
      'AWS::Scheduler::Schedule',
      state('ENABLED', { city: 'Ulm', stepwright: { ...control, overlap: 'allow' } }),
    );
  });

  it('is not there without a valid expression, and cannot be switched on then', async () => {
    for (const schedule of [
      'enabled: false',
      "enabled: false, cron: 'now and then'",
      "enabled: false, cron: '0 0 30 2 *'",
    ]) {
      const none = await templateOf(head(schedule));
      none.resourceCountIs('AWS::Scheduler::Schedule', 0);
      expect(none.findOutputs('ScheduleGroupName')).toEqual({});
      await expect(stackOf(head(schedule), { schedule: { enabled: true } })).rejects.toThrow(
        'the workflow tick has no schedule that could be enabled: see `schedule.cron`',
      );
    }
    const nowhere = await templateOf('workflow: {name: tick, version: 1.0.0}');
    nowhere.resourceCountIs('AWS::SQS::Queue', 0);
  });

  it('lets what ends runs start the next one where starts may wait, and only there', async () => {
    const actions = (made: Template) =>
      Object.entries(made.findResources('AWS::IAM::Policy')).filter(
        ([id, { Properties }]) =>
          !id.startsWith('WorkflowSchedule') && JSON.stringify(Properties).includes('states:StartExecution'),
      );
    expect(actions(template)).toEqual([]);
    const queue = await templateOf(head(`${daily}, overlap: queue`));
    const [machine] = Object.keys(queue.findResources('AWS::StepFunctions::StateMachine'));
    const [[, { Properties }], ...others] = actions(queue) as [[string, { Properties: never }]];
    expect(others).toEqual([]);
    expect(Properties).toMatchObject({
      PolicyDocument: {
        Statement: [{ Effect: 'Allow', Action: 'states:StartExecution', Resource: { Ref: machine } }],
      },
      Roles: [
        { Ref: expect.stringMatching(/^WorkflowCloseRun/) },
        { Ref: expect.stringMatching(/^WorkflowSettleRun/) },
      ],
    });
    expect(actions(await templateOf(head(daily), { schedule: { overlap: 'queue' } }))).toHaveLength(1);
  });

  it('warns where no tick brings what every run needs', async () => {
    const asking = `${head(daily)}\ninputs: {city: {required: true}, day: {required: true, default: monday}}`;
    const warning = /every run of the schedule will fail: nobody gives it the input city/;
    const found = (stack: Stack) =>
      Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp(warning.source));
    expect(found(await stackOf(asking))).toHaveLength(1);
    expect(found(await stackOf(asking, { schedule: { input: { city: 'Ulm' } } }))).toEqual([]);
  });

  it('keeps the rules of AwsSolutions, also with a key of its own', async () => {
    for (const own of [false, true]) {
      const stack = await stackOf(head(`${daily}, overlap: queue`), (other) => ({
        ...(own && { encryptionKey: new Key(other, 'Key', { enableKeyRotation: true }) }),
      }));
      const { violations } = new AwsSolutionsChecks(stack).validateScope(stack);
      const found = violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      );
      expect(found.filter((line) => /Schedule|NextStart/.test(line))).toEqual([]);
    }
  });

  it('tells a topic, or raises no alarm at all, when told to', async () => {
    const arn = 'arn:aws:sns:eu-central-1:123456789012:team';
    const told = await templateOf(head(daily), (other) => ({ alarmTopic: Topic.fromTopicArn(other, 'Topic', arn) }));
    for (const id of ['Undelivered', 'Dropped'])
      expect(only(told, 'AWS::CloudWatch::Alarm', id)[1]).toMatchObject({ AlarmActions: [arn] });
    (await templateOf(head(daily), { alarms: false })).resourceCountIs('AWS::CloudWatch::Alarm', 0);
  });

  it('encrypts the queue with a key of your own, which the scheduler may use for it', async () => {
    const own = await templateOf(head(daily), (other) => ({
      encryptionKey: Key.fromKeyArn(other, 'Key', 'arn:aws:kms:eu-central-1:123456789012:key/one'),
    }));
    const key = 'arn:aws:kms:eu-central-1:123456789012:key/one';
    expect(only(own, 'AWS::SQS::Queue', 'DeadLetters')[1]).toMatchObject({ KmsMasterKeyId: key });
    own.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          { Effect: 'Allow', Action: ['kms:GenerateDataKey', 'kms:Decrypt'], Resource: key },
        ]),
      },
      Roles: [{ Ref: Match.stringLikeRegexp('^WorkflowScheduleRole') }],
    });
  });
});
