import { Match } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { commandFlags } from '../../lib/stack/command-flags.ts';
import type { Made } from './people.ts';
import { only, resources, rightsOf, stackOf } from './people.ts';

const human = ', human: true';
const environment = (made: Made, name: string) =>
  only(made, 'AWS::Lambda::Function', name)[1].Environment.Variables as object;

describe('the topic of a stack', () => {
  let made: Made;
  beforeAll(async () => {
    made = await stackOf('', () => ({ notifications: { email: ['ada@example.org', 'bob@example.org'] } }), human);
  });

  it('is encrypted with a key that turns, and takes nothing that is not encrypted on the way', () => {
    const [key, properties] = only(made, 'AWS::KMS::Key', 'NotificationsKey');
    expect(properties.EnableKeyRotation).toBe(true);
    const [topic, { KmsMasterKeyId }] = only(made, 'AWS::SNS::Topic');
    expect(KmsMasterKeyId).toEqual({ 'Fn::GetAtt': [key, 'Arn'] });
    const [, { PolicyDocument, Topics }] = only(made, 'AWS::SNS::TopicPolicy');
    expect(Topics).toEqual([{ Ref: topic }]);
    expect(PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Action: 'sns:Publish',
        Principal: '*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    );
  });

  it("takes what this account's alarms tell, and nobody else's", () => {
    const account = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
    const alarms = { Principal: { Service: 'cloudwatch.amazonaws.com' }, Effect: 'Allow', Condition: account };
    const [, { PolicyDocument }] = only(made, 'AWS::SNS::TopicPolicy');
    expect(PolicyDocument.Statement).toContainEqual(expect.objectContaining({ ...alarms, Action: 'sns:Publish' }));
    const [, { KeyPolicy }] = only(made, 'AWS::KMS::Key', 'NotificationsKey');
    expect(KeyPolicy.Statement).toContainEqual(
      expect.objectContaining({ ...alarms, Action: ['kms:GenerateDataKey', 'kms:Decrypt'] }),
    );
    const alarm = resources(made, 'AWS::CloudWatch::Alarm');
    expect(alarm.length).toBeGreaterThan(0);
    for (const [, { AlarmActions }] of alarm) expect(AlarmActions).toEqual([{ Ref: only(made, 'AWS::SNS::Topic')[0] }]);
  });

  it('has the addresses that are given', () => {
    const endpoints = resources(made, 'AWS::SNS::Subscription').map(
      ([, { Protocol, Endpoint }]) => [Protocol, Endpoint] as unknown,
    );
    expect(endpoints).toEqual([
      ['email', 'ada@example.org'],
      ['email', 'bob@example.org'],
    ]);
    made.template.hasOutput('TopicArn', { Value: { Ref: only(made, 'AWS::SNS::Topic')[0] } });
  });

  it.each(['RunNode', 'CloseRun', 'SettleRun'])('is written to by %s, which may do so', (name) => {
    expect(rightsOf(made, name)).toEqual(
      expect.arrayContaining([
        'sns:Publish Notifications',
        'kms:GenerateDataKey NotificationsKey',
        'kms:Decrypt NotificationsKey',
      ]),
    );
    expect(environment(made, name)).toMatchObject({
      NOTIFY_TOPIC: { Ref: only(made, 'AWS::SNS::Topic')[0] },
      NOTIFY_FLAGS: ' flows/told.yaml --cloud',
    });
    expect(environment(made, name)).not.toHaveProperty('NOTIFY_URL');
  });

  it('is not written to by the function that runs nodes where none waits', async () => {
    const none = await stackOf('');
    expect(rightsOf(none, 'RunNode').filter((line) => /^(sns|kms):/.test(line))).toEqual([]);
    expect(environment(none, 'RunNode')).not.toHaveProperty('NOTIFY_TOPIC');
    expect(rightsOf(none, 'SettleRun')).toContain('sns:Publish Notifications');
    expect(resources(none, 'AWS::SNS::Subscription')).toEqual([]);
  });

  it('uses the key that the stack is given', async () => {
    const keyed = await stackOf('', (other) => ({ encryptionKey: new Key(other, 'K') }));
    expect(resources(keyed, 'AWS::KMS::Key')).toEqual([]);
    const [, { KmsMasterKeyId }] = only(keyed, 'AWS::SNS::Topic');
    expect(JSON.stringify(KmsMasterKeyId)).toContain('K');
  });

  it('may be one that there is already', async () => {
    const shared = await stackOf('', (other) => ({ notifications: { topic: new Topic(other, 'T') } }));
    expect([...resources(shared, 'AWS::SNS::Topic'), ...resources(shared, 'AWS::KMS::Key')]).toEqual([]);
    expect(rightsOf(shared, 'CloseRun').filter((line) => line.startsWith('sns:'))).toHaveLength(1);
  });

  it('is left out where nobody is to be told', async () => {
    const silent = await stackOf('', () => ({ notifications: false }), human);
    for (const type of ['AWS::SNS::Topic', 'AWS::KMS::Key']) silent.template.resourceCountIs(type, 0);
    for (const name of ['RunNode', 'CloseRun', 'SettleRun']) {
      expect(environment(silent, name)).not.toHaveProperty('NOTIFY_TOPIC');
      expect(rightsOf(silent, name).filter((line) => /^(sns|kms):/.test(line))).toEqual([]);
    }
  });
});

describe('the function that answers', () => {
  it('is there where nodes wait, with no more rights than that takes', async () => {
    const made = await stackOf('', undefined, human);
    expect(rightsOf(made, 'AnswerNode')).toEqual([
      'dynamodb:BatchGetItem Runs',
      'dynamodb:PutItem Runs',
      's3:PutObject Artifacts',
      'states:SendTaskFailure Machine',
      'states:SendTaskSuccess Machine',
    ]);
    made.template.hasOutput('AnswerNodeName', { Value: Match.anyValue() });
  });

  it('is not there where none does', async () => {
    const made = await stackOf('');
    expect(resources(made, 'AWS::Lambda::Function', 'AnswerNode')).toEqual([]);
    expect(Object.keys(made.template.findOutputs('*'))).not.toContain('AnswerNodeName');
  });
});

describe('what commands need to find a stack', () => {
  const place = { stack: 'stepwright-a', workflow: 'a', projectDir: '/work/p' };

  it.each([
    ['the usual file', { file: '/work/p/workflow.yaml' }, ' --cloud'],
    ['another file', { file: '/work/p/flows/a.yaml' }, ' flows/a.yaml --cloud'],
    ['a file with a blank', { file: '/work/p/my flow.yaml' }, " 'my flow.yaml' --cloud"],
    ['a file elsewhere', { file: '/home/me/a.yaml' }, ' a --cloud'],
    ['a stage', { file: '/work/p/workflow.yaml', stack: 'stepwright-dev--a' }, ' --cloud --stage dev'],
    ['a prefix', { file: '/work/p/workflow.yaml', stack: 'ours-a' }, ' --cloud --stack-prefix ours-'],
    ['a stack of somebody', { file: '/work/p/workflow.yaml', stack: 'Shop' }, ' --cloud'],
  ])('%s', (_, more, flags) => expect(commandFlags({ ...place, ...more })).toBe(flags));
});
