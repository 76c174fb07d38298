import { existsSync, readFileSync } from 'node:fs';
import { readdir, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { jest } from '@jest/globals';
import { App, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { compile } from '../../lib/compile/index.ts';
import type { Skill, CodeContext } from '../../lib/skills/skill.ts';
import { Workflow } from '../../lib/stack/workflow.ts';
import type { WorkflowProps } from '../../lib/stack/workflow.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project, small } from './project.ts';

type Resource = ReturnType<Template['findResources']>[string];

interface Synthesised {
  readonly template: Template;
  readonly stack: Stack;
  readonly workflow: Workflow;
  /** The folder that is uploaded as the code of the function whose logical id begins so. */
  readonly code: (function_: string) => string;
}

const folders: TemporaryFolder[] = [];
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await project(files);
  folders.push(folder);
  return folder.path;
}

function synthesise(root: string, props: Partial<WorkflowProps> = {}): Synthesised {
  // The check of the finished template takes long; it is made once, below.
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Test');
  const workflow = new Workflow(stack, 'W', { definition: join(root, 'workflow.yaml'), projectDir: root, ...props });
  const template = Template.fromStack(stack);
  const { directory } = app.synth();
  const code = (name: string): string => {
    const { Properties } = resourceOf(template, 'AWS::Lambda::Function', name)[1];
    return join(directory, `asset.${basename(Properties.Code.S3Key as string, '.zip')}`);
  };
  return { template, stack, workflow, code };
}

function resourceOf(template: Template, type: string, name: string): [string, Resource] {
  const found = Object.entries(template.findResources(type)).filter(([id]) => id.startsWith(`W${name}`));
  expect([type, name, found.length]).toEqual([type, name, 1]);
  return found[0]!;
}

/** Actions by the role that may do them, and the resources, in one line each. */
function permissions(template: Template): Record<string, string[] | undefined> {
  const found: Record<string, string[] | undefined> = {};
  for (const { Properties } of Object.values(template.findResources('AWS::IAM::Policy'))) {
    for (const role of Properties.Roles) {
      for (const { Action, Resource } of Properties.PolicyDocument.Statement) {
        (found[role.Ref] ??= []).push(...[Action].flat().map((action) => `${action} ${JSON.stringify(Resource)}`));
      }
    }
  }
  return found;
}

describe('the stack of a workflow', () => {
  let root: string;
  let made: Synthesised;
  beforeAll(async () => {
    root = await folderOf(small);
    made = synthesise(root);
  });

  it('keeps its records encrypted, recoverable and paid by use', () => {
    made.template.hasResource('AWS::DynamoDB::Table', {
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'run', KeyType: 'HASH' },
          { AttributeName: 'item', KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: [
          {
            IndexName: 'by-start',
            KeySchema: [
              { AttributeName: 'listed', KeyType: 'HASH' },
              { AttributeName: 'started', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        ],
        SSESpecification: { SSEEnabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: false,
      },
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it('keeps its artifacts encrypted and away from the public', () => {
    made.template.hasResource('AWS::S3::Bucket', {
      Properties: {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
        VersioningConfiguration: Match.absent(),
      },
      DeletionPolicy: 'Retain',
    });
    made.template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: [
          Match.objectLike({ Effect: 'Deny', Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          Match.objectLike({
            Effect: 'Deny',
            Action: 's3:*',
            Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } },
          }),
        ],
      },
    });
  });

  it('deletes or protects its data when told to', () => {
    const { template } = synthesise(root, { removalPolicy: RemovalPolicy.DESTROY, deletionProtection: true });
    template.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: true },
    });
    template.hasResource('AWS::S3::Bucket', { DeletionPolicy: 'Delete' });
    template.resourceCountIs('Custom::S3AutoDeleteObjects', 0);

    const emptied = synthesise(root, { removalPolicy: RemovalPolicy.DESTROY, autoDeleteArtifacts: true });
    emptied.template.resourceCountIs('Custom::S3AutoDeleteObjects', 1);
  });

  it.each([
    ['RunNode', 900],
    ['CloseRun', 120],
    ['SettleRun', 120],
  ])('has the function %s, with a published version that stays if the machine calls it', (name, Timeout) => {
    const [id, { Properties }] = resourceOf(made.template, 'AWS::Lambda::Function', name);
    const [tableId] = resourceOf(made.template, 'AWS::DynamoDB::Table', 'Runs');
    const [bucketId] = resourceOf(made.template, 'AWS::S3::Bucket', 'Artifacts');
    const [logs, logGroup] = resourceOf(made.template, 'AWS::Logs::LogGroup', `${name}Logs`);
    expect(Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      MemorySize: 512,
      Timeout,
      Environment: { Variables: { TABLE: { Ref: tableId }, BUCKET: { Ref: bucketId } } },
      LoggingConfig: { LogGroup: { Ref: logs } },
    });
    expect(logGroup.Properties.RetentionInDays).toBe(30);
    if (name === 'SettleRun') return;
    const [, version] = resourceOf(made.template, 'AWS::Lambda::Version', `${name}CurrentVersion`);
    expect(version).toMatchObject({ DeletionPolicy: 'Retain', Properties: { FunctionName: { Ref: id } } });
  });

  it('settles runs whose execution fails, times out or is stopped', () => {
    const [machine] = resourceOf(made.template, 'AWS::StepFunctions::StateMachine', 'Machine');
    const [settle] = resourceOf(made.template, 'AWS::Lambda::Function', 'SettleRun');
    const [rule, { Properties }] = resourceOf(made.template, 'AWS::Events::Rule', 'UnclosedEnd');
    expect(Properties.EventPattern).toEqual({
      source: ['aws.states'],
      'detail-type': ['Step Functions Execution Status Change'],
      detail: { status: ['FAILED', 'TIMED_OUT', 'ABORTED'], stateMachineArn: [{ Ref: machine }] },
    });
    expect(Properties.Targets).toEqual([expect.objectContaining({ Arn: { 'Fn::GetAtt': [settle, 'Arn'] } })]);
    made.template.hasResourceProperties('AWS::Lambda::Permission', {
      Action: 'lambda:InvokeFunction',
      FunctionName: { 'Fn::GetAtt': [settle, 'Arn'] },
      Principal: 'events.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [rule, 'Arn'] },
    });
  });

  it('runs what `compile` gives, on the published versions', () => {
    const [, { Properties }] = resourceOf(made.template, 'AWS::StepFunctions::StateMachine', 'Machine');
    const { compiled } = compile(readFileSync(join(root, 'workflow.yaml')), { fileExists: () => true });
    expect(JSON.parse(Properties.DefinitionString)).toEqual(compiled!.asl);
    expect(Properties.DefinitionSubstitutions).toEqual({
      RunNode: { Ref: resourceOf(made.template, 'AWS::Lambda::Version', 'RunNode')[0] },
      CloseRun: { Ref: resourceOf(made.template, 'AWS::Lambda::Version', 'CloseRun')[0] },
    });
    expect(Properties).toMatchObject({
      StateMachineType: 'STANDARD',
      TracingConfiguration: { Enabled: true },
      LoggingConfiguration: { Level: 'ERROR', IncludeExecutionData: false },
    });
    expect(made.workflow.definition.table).toEqual(compiled!.table);
  });

  it('may do what it needs and nothing more', () => {
    const arn = (type: string, name: string) => ({ 'Fn::GetAtt': [resourceOf(made.template, type, name)[0], 'Arn'] });
    const table = JSON.stringify(arn('AWS::DynamoDB::Table', 'Runs'));
    const bucket = arn('AWS::S3::Bucket', 'Artifacts');
    const objects = JSON.stringify({ 'Fn::Join': ['', [bucket, '/runs/*']] });
    const versions = (name: string) => ({ 'Fn::Join': ['', [arn('AWS::Lambda::Function', name), ':*']] });
    const traces = ['xray:PutTraceSegments "*"', 'xray:PutTelemetryRecords "*"'];
    const machine = JSON.stringify({
      Ref: resourceOf(made.template, 'AWS::StepFunctions::StateMachine', 'Machine')[0],
    });
    const role = (name: string) => resourceOf(made.template, 'AWS::IAM::Role', name)[0];
    const logs = (name: string) => {
      const group = JSON.stringify(arn('AWS::Logs::LogGroup', `${name}Logs`));
      return [`logs:CreateLogStream ${group}`, `logs:PutLogEvents ${group}`];
    };

    const found = permissions(made.template);
    const key = JSON.stringify(arn('AWS::KMS::Key', 'NotificationsKey'));
    const topic = JSON.stringify({ Ref: resourceOf(made.template, 'AWS::SNS::Topic', 'Notifications')[0] });
    const notices = [`sns:Publish ${topic}`, `kms:GenerateDataKey ${key}`, `kms:Decrypt ${key}`];
    expect(found[role('RunNode')]).toEqual([
      ...logs('RunNode'),
      `dynamodb:BatchGetItem ${table}`,
      `dynamodb:PutItem ${table}`,
      `s3:GetObject ${objects}`,
      `s3:PutObject ${objects}`,
      `s3:ListBucket ${JSON.stringify(bucket)}`,
      ...traces,
      // Of a run that an earlier deployment has started a node may wait, whatever this one has.
      ...['states:SendTaskSuccess', 'states:SendTaskFailure'].map((action) => `${action} ${machine}`),
    ]);
    expect(found[role('CloseRun')]).toEqual([
      ...logs('CloseRun'),
      `dynamodb:BatchGetItem ${table}`,
      `dynamodb:Query ${table}`,
      `dynamodb:PutItem ${table}`,
      `s3:GetObject ${objects}`,
      `s3:PutObject ${objects}`,
      `s3:ListBucket ${JSON.stringify(bucket)}`,
      ...traces,
      ...notices,
    ]);
    expect(found[role('SettleRun')]).toEqual([
      ...logs('SettleRun'),
      `dynamodb:BatchGetItem ${table}`,
      `dynamodb:Query ${table}`,
      `dynamodb:PutItem ${table}`,
      `s3:PutObject ${objects}`,
      ...traces,
      expect.stringMatching(/^scheduler:CreateSchedule .*:schedule\/Test-W-\w+-settle\/\*"/),
      `iam:PassRole ${JSON.stringify(arn('AWS::IAM::Role', 'ComeBackRole'))}`,
      ...notices,
    ]);
    const settle = arn('AWS::Lambda::Function', 'SettleRun');
    expect(found[role('ComeBackRole')]).toEqual([`lambda:InvokeFunction ${JSON.stringify(settle)}`]);
    const invoke = `lambda:InvokeFunction ${JSON.stringify([versions('RunNode'), versions('CloseRun')])}`;
    expect(found[role('Machine')]).toContain(invoke);
    expect(found[role('Machine')]!.filter((line) => line.startsWith('lambda:'))).toEqual([invoke]);
    expect(Object.keys(found)).toHaveLength(5);
    // The rights that AWS manages reach further than one log group.
    for (const { Properties } of Object.values(made.template.findResources('AWS::IAM::Role')))
      expect(Properties.ManagedPolicyArns).toBeUndefined();
    const actions = Object.values(found).flatMap((lines) => lines!.map((line) => line.split(' ')[0]!));
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
  });

  it('uploads code that is complete', async () => {
    expect((await readdir(made.code('RunNode'), { recursive: true })).sort()).toEqual([
      'index.mjs',
      'nodes.json',
      'project',
      'project/docs',
      'project/docs/a.md',
      'project/docs/deep',
      'project/docs/deep/b.md',
      'project/docs/private.txt',
      'skills',
      'skills.json',
      'skills/finish.mjs',
      'skills/text',
      'skills/text/upper.mjs',
      'worker.mjs',
    ]);
    for (const name of ['CloseRun', 'SettleRun'])
      expect((await readdir(made.code(name))).sort()).toEqual(['index.mjs', 'nodes.json']);
    for (const name of ['RunNode', 'CloseRun', 'SettleRun']) {
      const table = JSON.parse(readFileSync(join(made.code(name), 'nodes.json'), 'utf8'));
      expect(table).toEqual(JSON.parse(JSON.stringify(made.workflow.definition.table)));
      expect(readFileSync(join(made.code(name), 'index.mjs'), 'utf8')).not.toContain(root);
    }
    const written: string[] = [];
    const { default: skill } = (await import(join(made.code('RunNode'), 'skills/text/upper.mjs'))) as {
      default: Skill;
    };
    const write = (...args: string[]) => written.push(args.join(' '));
    const artifacts = { read: (path: string) => Promise.resolve(path), write };
    await skill({ inputs: ['a', 'b'], artifacts } as unknown as CodeContext);
    expect(written).toEqual(['artifacts/upper.md A B!']);
  });

  it('has nothing that the check of the CDK finds fault with', () => {
    const app = new App();
    new Workflow(new Stack(app, 'Fine'), 'W', { definition: join(root, 'workflow.yaml'), projectDir: root });
    new Stack(app, 'Empty');
    const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { directory } = app.synth();
    errors.mockRestore();
    const report = readFileSync(join(directory, 'validation-report.json'), 'utf8');
    expect(report).toContain('Empty');
    expect(report).not.toContain('Fine');
  });

  it('is the same each time, wherever the project lies', async () => {
    const again = synthesise(await folderOf(small));
    expect(again.template.toJSON()).toEqual(made.template.toJSON());
  });

  it('has a new version of the function that a change concerns, and of no other', async () => {
    const changed = synthesise(await folderOf({ ...small, 'skills/lib/shout.ts': 'export const shout = String;\n' }));
    const versions = ({ template }: Synthesised) => Object.keys(template.findResources('AWS::Lambda::Version')).sort();
    const [closeBefore, runBefore] = versions(made);
    const [closeAfter, runAfter] = versions(changed);
    expect(closeAfter).toBe(closeBefore);
    expect(runAfter).not.toBe(runBefore);
  });
});

describe('a workflow that waits for a person', () => {
  const human = small['workflow.yaml']!.replace('role: closeout,', 'role: closeout, human: true,');

  it('lets its function answer the machine, and nothing depends on itself', async () => {
    // Template.fromStack, in synthesise, refuses resources that wait for each other.
    const { template } = synthesise(await folderOf({ ...small, 'workflow.yaml': human }));
    const role = resourceOf(template, 'AWS::IAM::Role', 'RunNode')[0];
    const machine = JSON.stringify({ Ref: resourceOf(template, 'AWS::StepFunctions::StateMachine', 'Machine')[0] });
    expect(permissions(template)[role]).toEqual(
      expect.arrayContaining([`states:SendTaskSuccess ${machine}`, `states:SendTaskFailure ${machine}`]),
    );
  });
});

describe('a scripted workflow', () => {
  it('needs no skills, and carries the script', async () => {
    const root = await folderOf({
      'workflow.yaml': small['workflow.yaml']!.replace('docs/', 'artifacts/in.md').replace(
        'intake',
        'intake, skip_when: "context.no"',
      ),
      'artifacts/in.md': 'x',
      'script.yaml': 'read: [{ fail: first }, { seconds: 0.1 }]\nend: { wait: may it end? }\n',
    });
    const { code, template } = synthesise(root, { mock: join(root, 'script.yaml') });
    expect((await readdir(code('RunNode'))).sort()).toEqual(['index.mjs', 'mock.json', 'nodes.json', 'project']);
    expect(JSON.parse(readFileSync(join(code('RunNode'), 'mock.json'), 'utf8'))).toEqual([
      ['read', [{ fail: 'first' }, { seconds: 0.1 }]],
      ['end', [{ wait: 'may it end?' }]],
    ]);
    const [, { Properties }] = resourceOf(template, 'AWS::StepFunctions::StateMachine', 'Machine');
    expect(Properties.DefinitionString).toContain('waitForTaskToken');
  });

  it.each([
    ['ids', 'nobody: {}', 'the workflow has no node nobody'],
    ['labels', 'read: { label: left }', "read does not offer the label 'left'"],
    ['a list', '- read', 'must be a map'],
  ])('is refused when %s do not fit', async (_, script, message) => {
    const root = await folderOf({ ...small, 'script.yaml': script });
    expect(() => synthesise(root, { mock: join(root, 'script.yaml') })).toThrow(message);
  });
});

describe('a definition', () => {
  it('holds no substitution but ours, whatever a text says', async () => {
    const yaml = small['workflow.yaml']!.replace(
      'role: closeout,',
      () => 'role: closeout, description: "$${HOME} ${AWS::Region} ${x",',
    );
    const { template } = synthesise(await folderOf({ ...small, 'workflow.yaml': yaml }));
    const [, { Properties }] = resourceOf(template, 'AWS::StepFunctions::StateMachine', 'Machine');
    expect(Properties.DefinitionString).toContain('$$ {HOME} $ {AWS::Region} $ {x');
    expect(new Set((Properties.DefinitionString as string).match(/\$\{[^}]*\}?/g))).toEqual(
      new Set(['${RunNode}', '${CloseRun}']),
    );
  });

  it('that is too large for a template is uploaded', async () => {
    const ids = Array.from({ length: 320 }, (_, i) => `node-${i}`);
    const nodes = ids.map((id) => `  - { id: ${id}, skill: s, role: executor }`);
    const edges = ids.slice(1).map((id, i) => `  - { from: ${ids[i]!}, to: ${id} }`);
    const yaml = ['name: long', 'version: 1.0.0', 'nodes:', ...nodes, 'edges:', ...edges, `final: ${ids.at(-1)!}`].join(
      '\n',
    );
    const { template } = synthesise(
      await folderOf({ 'workflow.yaml': yaml, 'skills/s/index.js': 'export default () => {}' }),
    );
    const [, { Properties }] = resourceOf(template, 'AWS::StepFunctions::StateMachine', 'Machine');
    expect(Properties.DefinitionString).toBeUndefined();
    expect(Properties.DefinitionS3Location).toEqual({
      Bucket: expect.anything(),
      Key: expect.stringMatching(/\.json$/),
    });
    expect(Object.keys(Properties.DefinitionSubstitutions)).toEqual(['RunNode', 'CloseRun']);
  });
});

describe('what a deployment refuses', () => {
  it('is shown as `validate` shows it', async () => {
    const root = await folderOf({
      ...small,
      'workflow.yaml': small['workflow.yaml']!.replace('to: end }', 'to: ende }'),
    });
    const lines = messageOf(() => synthesise(root)).split('\n');
    expect(lines[0]).toBe('the workflow cannot be deployed:');
    expect(lines).toContainEqual(expect.stringMatching(/^error G04 .*ende/));
    expect(lines).toContainEqual(expect.stringMatching(/--> .*workflow.yaml:8:23$/));
    expect(lines).toContain('8 |   - { from: read, to: ende }');
    expect(lines).toContain(`  | ${' '.repeat(22)}^^^^`);
  });

  it('is a skill that is not there', async () => {
    const { ['skills/finish/index.mjs']: _, ...rest } = small;
    const root = await folderOf(rest);
    expect(messageOf(() => synthesise(root))).toMatch(/error G11 .*finish/);
    const elsewhere = await folderOf({ 'finish/index.ts': 'export default () => {};' });
    const both = synthesise(root, { skillsDir: [join(root, 'skills'), elsewhere] });
    expect(existsSync(join(both.code('RunNode'), 'skills/finish.mjs'))).toBe(true);
  });

  it('is a skill that cannot be bundled, with the place', async () => {
    const root = await folderOf({ ...small, 'skills/finish/index.mjs': 'export default () => {\n  retrun; 1 1\n};\n' });
    expect(messageOf(() => synthesise(root))).toMatch(/index.mjs:2:\d+/);
  });

  it('is an input that neither the project nor a node has', async () => {
    const { ['docs/a.md']: _a, ['docs/deep/b.md']: _b, ['docs/private.txt']: _c, ...rest } = small;
    expect(messageOf(() => synthesise('/nowhere', { definition: '/nowhere/x.yaml' }))).toContain('ENOENT');
    const root = await folderOf(rest);
    expect(messageOf(() => synthesise(root))).toMatch(/error G06 .*docs\//);
  });

  it('is more time than a function has, and warnings are annotations', async () => {
    const yaml = small['workflow.yaml']!;
    const slow = await folderOf({
      ...small,
      'workflow.yaml': yaml.replace('role: intake,', 'role: intake, timeout_seconds: 841,'),
    });
    expect(messageOf(() => synthesise(slow))).toContain('841');
    const odd = await folderOf({ ...small, 'workflow.yaml': yaml.replace('version: 1.0.0', 'version: one') });
    const { stack } = synthesise(odd);
    Annotations.fromStack(stack).hasWarning('/Test/W', Match.stringLikeRegexp('G16 line 3: .*'));
  });
});

describe("the project's files", () => {
  it('are followed by links as long as they stay inside', async () => {
    const root = await folderOf(small);
    const outside = await folderOf({ 'secret.md': 'secret' });
    await symlink(outside, join(root, 'docs/out'));
    await symlink(join(outside, 'secret.md'), join(root, 'docs/secret.md'));
    await symlink('..', join(root, 'docs/deep/up'));
    await symlink('nowhere', join(root, 'docs/broken'));
    await symlink('../.workflow', join(root, 'docs/records'));
    await symlink('a.md', join(root, 'docs/same.md'));
    const { code } = synthesise(root);
    expect((await readdir(join(code('RunNode'), 'project/docs'), { recursive: true })).sort()).toEqual([
      'a.md',
      'deep',
      'deep/b.md',
      'private.txt',
      'same.md',
    ]);
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing was thrown';
}
