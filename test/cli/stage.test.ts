import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const workflow = `name: small
version: 1.0.0
nodes: [{ id: a, skill: s, role: closeout }]
edges: []
final: a
`;
const stages = `stages:
  dev: { region: eu-west-1, profile: team-dev }
  prod: { account: "111122223333", region: eu-central-1, stackPrefix: Flows- }
`;

describe('--stage', () => {
  const cloudFormation = mockClient(CloudFormationClient);
  const before = { ...process.env };
  let place: Project;
  let asked: { readonly stack: string | undefined; readonly region: string }[];

  beforeEach(async () => {
    place = await project({
      'workflow.yaml': workflow,
      'flows/deep/workflow.yaml': workflow,
      'stepwright.yaml': stages,
    });
    for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_PROFILE', 'AWS_ACCESS_KEY_ID'])
      Reflect.deleteProperty(process.env, name);
    asked = [];
    cloudFormation.reset();
    cloudFormation.on(DescribeStacksCommand).callsFake(async ({ StackName }, getClient: () => CloudFormationClient) => {
      asked.push({ stack: StackName, region: await getClient().config.region() });
      throw Object.assign(new Error(`Stack with id ${StackName} does not exist`), { name: 'ValidationError' });
    });
  });
  afterEach(async () => {
    process.env = { ...before };
    await place.remove();
  });

  it.each([
    [['status', '--cloud', '--stage', 'dev'], 'stepwright-dev--small', 'eu-west-1'],
    [['resume', '--cloud', '--stage', 'prod'], 'Flows-prod--small', 'eu-central-1'],
    [['start', 'flows/deep/workflow.yaml', '--stage', 'dev'], 'stepwright-dev--small', 'eu-west-1'],
    [['approve', 'a', '--cloud', '--stage', 'dev', '--stack-prefix', 'mine-'], 'mine-dev--small', 'eu-west-1'],
    [['cancel', '--cloud', '--stage', 'dev'], 'stepwright-dev--small', 'eu-west-1'],
    [['destroy', '--stage', 'prod'], 'Flows-prod--small', 'eu-central-1'],
  ])('says for %j which stack is meant, and where', async (argv, stack, region) => {
    const { code, stderr } = await place.run(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`there is no stack ${stack} in ${region}`)]);
    expect(asked).toEqual([{ stack, region }]);
  });

  it.each(['a b', '9x-', '', 'x'.repeat(61), '../'])(
    'refuses %j as the beginning of the names of stacks',
    async (prefix) => {
      for (const argv of [['status', '--cloud'], ['start'], ['destroy'], ['schedule', '--cloud']]) {
        const { code, stderr } = await place.run(...argv, '--stack-prefix', prefix);
        expect([code, stderr]).toEqual([2, expect.stringContaining('a stack prefix is letters, digits and hyphens')]);
      }
      expect(asked).toEqual([]);
    },
  );

  it('uses the profile of the stage where the environment has no credentials', async () => {
    await place.run('status', '--cloud', '--stage', 'dev');
    expect(process.env['AWS_PROFILE']).toBe('team-dev');

    Reflect.deleteProperty(process.env, 'AWS_PROFILE');
    process.env['AWS_ACCESS_KEY_ID'] = 'from-the-build-server';
    await place.run('status', '--cloud', '--stage', 'dev');
    expect(process.env['AWS_PROFILE']).toBeUndefined();
  });

  it('refuses a stack in another account', async () => {
    const outputs = {
      StateMachineArn: 'arn:aws:states:eu-central-1:999900001111:stateMachine:m',
      TableName: 't',
      BucketName: 'b',
    };
    cloudFormation.on(DescribeStacksCommand).resolves({
      Stacks: [
        {
          StackName: 's',
          CreationTime: new Date(0),
          StackStatus: 'CREATE_COMPLETE',
          Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
        },
      ],
    });
    const refused = 'the credentials are of the AWS account 999900001111, and the stage is in 111122223333';
    for (const argv of [['status', '--cloud'], ['destroy']]) {
      const { code, document } = await place.json(...argv, '--stage', 'prod');
      expect([code, document.error]).toEqual([2, refused]);
    }
  });

  it.each([
    ['stages: {prod: {}}', 'there is no stage "prd" in stepwright.yaml; did you mean prod? it has prod'],
    ['stages: {}', 'there is no stage "prd" in stepwright.yaml; it has none'],
    ['stages: {prd: {region: Ireland}}', 'stepwright.yaml:1:24: An AWS region looks like eu-west-1'],
  ])('says what is wrong with %j', async (text, refused) => {
    place.write('stepwright.yaml', text);
    const { code, document } = await place.json('status', '--cloud', '--stage', 'prd');
    expect([code, document.error]).toEqual([2, refused]);
    expect(asked).toEqual([]);
  });

  it('warns of keys that it does not know', async () => {
    place.write('stepwright.yaml', 'stages: {prod: {zone: a}}');
    const { stderr } = await place.run('status', '--cloud', '--stage', 'prod');
    expect(stderr).toContain('warning C02 The key "zone" is unknown and ignored');
  });
});
