import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Duration, Stack, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { Workflow } from '../../lib/stack/workflow.ts';
import type { WorkflowProps } from '../../lib/stack/workflow.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project, small } from './project.ts';

/** A workflow that brings about every kind of resource that a workflow may have. */
const everything = `${small['workflow.yaml']!.replace('role: closeout,', 'role: closeout, human: true,')
  .replace(
    'edges:',
    '  - { id: advise, skill: advise, role: executor }\n  - { id: own, skill: own, role: executor }\nedges:',
  )
  .replace('to: end }', 'to: advise }\n  - { from: advise, to: own }\n  - { from: own, to: end }')}
schedule: { enabled: true, cron: "0 6 13 * 5", timezone: Europe/Berlin, overlap: queue }
triggers: { http: true, events: [{ source: [my.shop] }] }
`;

let folder: TemporaryFolder;
const skills = {
  'stepwright.yaml': 'models: { default: { provider: bedrock, model: eu.anthropic.claude-sonnet-4-5-v1:0 } }\n',
  'skills/advise/SKILL.md': '---\nname: advise\ndescription: Gives advice.\n---\nGive advice.\n',
  'skills/own/index.ts': 'export default () => {};\n',
  'skills/own/skill.yaml': `kind: code
memory_mb: 1024
iam: [{ actions: ["ses:SendEmail"], resources: ["arn:aws:ses:eu-west-1:111122223333:identity/example.com"] }]
secrets: { TOKEN: team/token }
`,
};
beforeAll(async () => (folder = await project({ ...small, ...skills, 'workflow.yaml': everything })));
afterAll(() => folder.remove());

function stackWith(props: (stack: Stack) => object, env = {}): { app: App; stack: Stack } {
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Test', env);
  new Workflow(stack, 'Workflow', {
    definition: join(folder.path, 'workflow.yaml'),
    projectDir: folder.path,
    notifications: { email: 'team@example.com' },
    notion: { secret: 'notion' },
    // The types of the CDK are not made for exact optional properties.
    ...(props(stack) as Partial<WorkflowProps>),
  });
  return { app, stack };
}

/** What the rules of AwsSolutions find, a line each. */
function findings(app: App): string[] {
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  return violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
  );
}

describe('a stack with all that a workflow may have', () => {
  it.each([
    ['as it is', () => ({}), {}],
    ['in a certain account', () => ({}), { env: { account: '111122223333', region: 'eu-west-1' } }],
    [
      'with a key of its own and logs of all access',
      (stack: Stack) => ({
        encryptionKey: new Key(stack, 'Key', { enableKeyRotation: true }),
        artifactAccessLogs: new Bucket(stack, 'Logs', {
          enforceSSL: true,
          serverAccessLogsPrefix: 'own/',
        }),
        artifactExpiry: Duration.days(400),
        deletionProtection: true,
      }),
      {},
    ],
  ])('keeps the rules of AwsSolutions: %s', (_, props, env) => {
    expect(findings(stackWith(props, env).app)).toEqual([]);
  });

  it('has all of it', () => {
    const template = Template.fromStack(stackWith(() => ({})).stack);
    for (const type of [
      'AWS::Scheduler::Schedule',
      'AWS::ApiGatewayV2::Api',
      'AWS::Events::Rule',
      'AWS::SNS::Topic',
      'AWS::SQS::Queue',
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
    ])
      expect([type, Object.keys(template.findResources(type)).length > 0]).toEqual([type, true]);
    const functions = Object.keys(template.findResources('AWS::Lambda::Function'));
    expect(functions.length).toBeGreaterThanOrEqual(7);
  });

  it('is examined in earnest: what is not explained is found', () => {
    const { app, stack } = stackWith(() => ({}));
    new Bucket(stack, 'Loose');
    expect(findings(app)).toEqual(['AwsSolutions-S1 Test/Loose/Resource', 'AwsSolutions-S10 Test/Loose/Resource']);
  });

  it('explains each exception', () => {
    const { stack } = stackWith(() => ({}));
    const reasons = stack.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY);
    expect(reasons.length).toBeGreaterThan(5);
    for (const { data } of reasons) expect(JSON.stringify(data)).toMatch(/[A-Z][^"]{20,}\./);
  });
});

describe('a key of one’s own', () => {
  it('encrypts records, artifacts, logs and what functions are told, and all that work may use it', () => {
    const { stack } = stackWith((scope) => ({ encryptionKey: new Key(scope, 'Key') }));
    const template = Template.fromStack(stack);
    const key = { 'Fn::GetAtt': [Object.keys(template.findResources('AWS::KMS::Key'))[0]!, 'Arn'] };
    template.hasResourceProperties('AWS::DynamoDB::Table', {
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: key },
    });
    template.hasResourceProperties('AWS::S3::Bucket', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          { BucketKeyEnabled: true, ServerSideEncryptionByDefault: { KMSMasterKeyID: key, SSEAlgorithm: 'aws:kms' } },
        ],
      },
    });
    template.allResourcesProperties('AWS::Logs::LogGroup', { KmsKeyId: key });
    const functions = Object.values(template.findResources('AWS::Lambda::Function'));
    for (const { Properties } of functions) expect(Properties.KmsKeyArn).toEqual(key);
    const policies = JSON.stringify(template.findResources('AWS::IAM::Policy'));
    expect(policies.match(/"kms:Decrypt"/g)!.length).toBeGreaterThanOrEqual(functions.length);
    expect(JSON.stringify(template.findResources('AWS::KMS::Key'))).toContain('kms:EncryptionContext:aws:logs:arn');
  });
});

describe('what is named in no template', () => {
  it('is the environment of whoever deploys', () => {
    process.env['UNRELATED_SECRET'] = 'zzz-env';
    const { app } = stackWith(() => ({}));
    const { directory } = app.synth();
    expect(readFileSync(join(directory, 'Test.template.json'), 'utf8')).not.toContain('zzz-env');
  });
});
