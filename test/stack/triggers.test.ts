import type { Made } from './people.ts';
import { only, resources, stackOf } from './people.ts';

const events = `
triggers:
  events:
    - source: [my.shop]
      detail-type: [order placed]
      account: [012345678901]
      detail: { total: [{ numeric: ['>', 100] }], country: [DE, { prefix: F }] }
    - { source: [aws.s3], input: { key: detail.object.key, name: detail.bucket.name } }
`;

/** What a transformer of EventBridge makes of an event: fields that it takes out stand in place of their names. */
function transformed({
  InputPathsMap,
  InputTemplate,
}: {
  InputPathsMap: Record<string, string>;
  InputTemplate: string;
}) {
  const text = InputTemplate.replace(/<([^>]+)>/g, (_, name: string) => JSON.stringify(InputPathsMap[name]));
  return JSON.parse(text) as unknown;
}

describe('the events that start runs', () => {
  let made: Made;
  beforeAll(async () => {
    made = await stackOf(events);
  });
  const rule = (number: number): ReturnType<typeof only>[1] =>
    only(made, 'AWS::Events::Rule', `TriggersEvent${number}`)[1];

  it('are those that the file says, as EventBridge takes it', () => {
    expect(rule(1).EventPattern).toEqual({
      source: ['my.shop'],
      'detail-type': ['order placed'],
      account: ['012345678901'],
      detail: { total: [{ numeric: ['>', 100] }], country: ['DE', { prefix: 'F' }] },
    });
    expect(rule(2).EventPattern).toEqual({ source: ['aws.s3'] });
  });

  it('start the machine with the event, and its id as the key by which a repetition is known', () => {
    const [machine] = only(made, 'AWS::StepFunctions::StateMachine');
    const [target] = rule(1).Targets;
    expect(target.Arn).toEqual({ Ref: machine });
    expect(transformed(target.InputTransformer)).toEqual({
      event: {
        id: '$.id',
        source: '$.source',
        'detail-type': '$.detail-type',
        time: '$.time',
        account: '$.account',
        region: '$.region',
        resources: '$.resources',
        detail: '$.detail',
      },
      stepwright: { key: '$.id', trigger: 'event' },
    });
  });

  it('give a run what the file takes from them, and no more', () => {
    expect(transformed(rule(2).Targets[0].InputTransformer)).toEqual({
      key: '$.detail.object.key',
      name: '$.detail.bucket.name',
      stepwright: { key: '$.id', trigger: 'event' },
    });
  });

  it('are kept in a queue where they cannot be delivered, and an alarm tells', () => {
    const [queue, properties] = only(made, 'AWS::SQS::Queue', 'TriggersDeadLetters');
    expect(properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 86_400 });
    for (const number of [1, 2])
      expect(rule(number).Targets[0]).toMatchObject({
        DeadLetterConfig: { Arn: { 'Fn::GetAtt': [queue, 'Arn'] } },
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
      });
    const [, { PolicyDocument }] = only(made, 'AWS::SQS::QueuePolicy', 'TriggersDeadLetters');
    expect(PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
    const [, alarm] = only(made, 'AWS::CloudWatch::Alarm', 'TriggersUndelivered');
    expect(alarm).toMatchObject({
      Threshold: 1,
      MetricName: 'ApproximateNumberOfMessagesVisible',
      AlarmActions: [{ Ref: only(made, 'AWS::SNS::Topic')[0] }],
    });
  });

  it('may start that machine and nothing else', () => {
    const [machine] = only(made, 'AWS::StepFunctions::StateMachine');
    const { RoleArn } = rule(1).Targets[0];
    const role = RoleArn['Fn::GetAtt'][0];
    const policies = resources(made, 'AWS::IAM::Policy').filter(([, { Roles }]) => Roles[0].Ref === role);
    expect(policies.flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement as object[])).toEqual([
      { Action: 'states:StartExecution', Effect: 'Allow', Resource: { Ref: machine } },
    ]);
  });

  it('come from rules of this account, where they start it', () => {
    const [id] = rule(1).Targets[0].RoleArn['Fn::GetAtt'] as [string];
    expect(rule(2).Targets[0].RoleArn).toEqual(rule(1).Targets[0].RoleArn);
    const [, { AssumeRolePolicyDocument }] = only(made, 'AWS::IAM::Role', id.replace(/^Workflow/, ''));
    expect(AssumeRolePolicyDocument.Statement).toMatchObject([
      {
        Principal: { Service: 'events.amazonaws.com' },
        Condition: {
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          ArnLike: { 'aws:SourceArn': { 'Fn::Join': ['', expect.arrayContaining([':rule/*'])] } },
        },
      },
    ]);
  });

  it('are none where the file names none', async () => {
    const none = await stackOf('triggers: {}');
    expect(resources(none, 'AWS::Events::Rule', 'Triggers')).toEqual([]);
    expect(resources(none, 'AWS::SQS::Queue', 'Triggers')).toEqual([]);
  });
});
