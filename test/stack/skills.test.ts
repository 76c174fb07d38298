import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { Workflow } from '../../lib/stack/workflow.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project } from './project.ts';

const files = {
  'workflow.yaml': `
name: skilled
version: 1.0.0
nodes:
  - { id: plain, skill: plain, role: intake }
  - { id: big, skill: big/one, role: executor }
  - { id: fix, skill: fix, role: executor, timeout_seconds: 7200 }
  - { id: check, skill: check, role: executor }
edges:
  - { from: plain, to: big }
  - { from: big, to: fix }
  - { from: fix, to: check }
final: check
`,
  'stepwright.yaml': `
agent:
  command: [agent, '{instructions}']
  secrets: { AGENT_KEY: team/agent-key }
  memory_mb: 8192
  cpu: 2048
skills: { use: { fix: { kind: agent } } }
`,
  'skills/plain/index.mjs': 'export default () => {};\n',
  'skills/big/one/index.mjs': 'export default () => {};\n',
  'skills/big/one/skill.yaml': `
kind: code
memory_mb: 2048
iam: [{ actions: ['ses:SendEmail'], resources: ['arn:aws:ses:eu-west-1:000000000000:identity/x.example'] }]
secrets: { KEY: crm/key, PASSWORD: 'crm/db#password', USER: 'crm/db#user' }
`,
  'skills/fix/SKILL.md': '---\nname: fix\ndescription: fixes\n---\nFix it.\n',
  'skills/fix/scripts/run.sh': '#!/bin/sh\n',
  'skills/check/skill.yaml':
    'kind: command\ncommand: [npm, test]\nworkspace: git\nimage: registry.example/node-and-git:1\n',
  'src/main.js': '',
  '.env': 'SECRET=zzz-env\n',
  'node_modules/x/index.js': '',
};

type Resource = ReturnType<Template['findResources']>[string];

let folder: TemporaryFolder;
let app: App;
let template: Template;
let out: string;

beforeAll(async () => {
  folder = await project(files);
  app = new App({ builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Test');
  new Workflow(stack, 'W', { definition: join(folder.path, 'workflow.yaml'), projectDir: folder.path });
  template = Template.fromStack(stack);
  out = app.synth().directory;
}, 60_000);
afterAll(() => folder.remove());

function one(type: string, id: RegExp): [string, Resource] {
  const found = Object.entries(template.findResources(type)).filter(([name]) => id.test(name));
  expect([type, id, found.length]).toEqual([type, id, 1]);
  return found[0]!;
}

function codeOf(id: RegExp): string {
  const { Properties } = one('AWS::Lambda::Function', id)[1];
  return join(out, `asset.${basename(Properties.Code.S3Key as string, '.zip')}`);
}

/** What a role may do, a line for each action, with the logical ids or names that its resources hold. */
function rightsOf(role: string): string[] {
  return Object.values(template.findResources('AWS::IAM::Policy'))
    .filter(({ Properties }) => (Properties.Roles as { Ref: string }[]).some(({ Ref }) => Ref === role))
    .flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement as { Action: string | string[]; Resource: unknown }[],
    )
    .flatMap(({ Action, Resource }) => [Action].flat().map((action) => `${action} ${JSON.stringify(Resource)}`));
}

const actions = (rights: readonly string[]) => [...new Set(rights.map((right) => right.split(' ')[0]!))].sort();

describe('a skill with memory, rights or secrets', () => {
  it('has a function of its own, with its own code alone', () => {
    const [, { Properties }] = one('AWS::Lambda::Function', /^WSkillbigone/);
    expect(Properties).toMatchObject({ MemorySize: 2048, Handler: 'index.handler' });
    expect(JSON.stringify(Properties.Environment)).not.toContain('crm');
    expect(readdirSync(join(codeOf(/^WSkillbigone/), 'skills'), { recursive: true }).sort()).toEqual([
      'big',
      'big/one.mjs',
    ]);
    expect(readdirSync(join(codeOf(/^WRunNode/), 'skills'), { recursive: true }).sort()).toEqual(['plain.mjs']);
  });

  it('may do what it says, and read its secrets, once each', () => {
    const [, { Properties }] = one('AWS::Lambda::Function', /^WSkillbigone/);
    const rights = rightsOf((Properties.Role as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0]);
    expect(rights).toContain('ses:SendEmail "arn:aws:ses:eu-west-1:000000000000:identity/x.example"');
    const secrets = rights.filter((right) => right.startsWith('secretsmanager:GetSecretValue'));
    expect(secrets.map((right) => /secret:(\S+?)-\?/.exec(right)![1])).toEqual(['crm/db', 'crm/key']);
    const [, ordinary] = one('AWS::Lambda::Function', /^WRunNode/);
    const others = rightsOf((ordinary.Properties.Role as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0]);
    expect(actions(others)).not.toContain('ses:SendEmail');
  });

  it('is what the machine calls for it', () => {
    const [, { Properties }] = one('AWS::StepFunctions::StateMachine', /^W/);
    expect(Object.keys(Properties.DefinitionSubstitutions as object)).toEqual(
      expect.arrayContaining(['RunNode', 'CloseRun', expect.stringMatching(/^Skill_big_one_/), 'Cluster', 'Subnets']),
    );
  });
});

describe('a skill that works in a container', () => {
  it('has a task definition that stays, with a log and nothing secret in it', () => {
    const [, { Properties, DeletionPolicy, UpdateReplacePolicy }] = one('AWS::ECS::TaskDefinition', /^WContainerfix/);
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['Retain', 'Retain']);
    expect(Properties).toMatchObject({
      Cpu: '2048',
      Memory: '8192',
      RequiresCompatibilities: ['FARGATE'],
      RuntimePlatform: { CpuArchitecture: 'X86_64' },
    });
    const [container] = Properties.ContainerDefinitions as [Record<string, unknown>];
    expect(container).toMatchObject({
      Name: 'skill',
      StopTimeout: 30,
      LinuxParameters: { InitProcessEnabled: true },
      LogConfiguration: { LogDriver: 'awslogs' },
    });
    expect(JSON.stringify(container)).not.toMatch(/team\/agent-key|zzz-env/);
  });

  it('may work on the records and artifacts, read its secrets and answer the machine, and no more', () => {
    const [, { Properties }] = one('AWS::ECS::TaskDefinition', /^WContainerfix/);
    const rights = rightsOf((Properties.TaskRoleArn as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0]);
    expect(actions(rights)).toEqual([
      ...[
        'dynamodb:BatchGetItem',
        'dynamodb:PutItem',
        'kms:Decrypt',
        'kms:GenerateDataKey',
        's3:GetObject',
        's3:ListBucket',
        's3:PutObject',
      ],
      ...['secretsmanager:DescribeSecret', 'secretsmanager:GetSecretValue'],
      // Whoever executes nodes may tell people that one waits.
      'sns:Publish',
      ...['states:SendTaskFailure', 'states:SendTaskHeartbeat', 'states:SendTaskSuccess'],
    ]);
    expect(rights.find((right) => right.startsWith('secretsmanager:GetSecretValue'))).toContain(
      'secret:team/agent-key-',
    );
    expect(rights.find((right) => right.startsWith('s3:GetObject'))).toContain('/runs/*');
    // A command has no secret of the agents.
    const [, check] = one('AWS::ECS::TaskDefinition', /^WContainercheck/);
    const others = rightsOf((check.Properties.TaskRoleArn as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0]);
    expect(actions(others)).not.toContain('secretsmanager:GetSecretValue');
  });

  it('is started by the machine alone, on the workflow’s cluster, also in revisions that others follow', () => {
    const [, machine] = one('AWS::StepFunctions::StateMachine', /^W/);
    const role = (machine.Properties.RoleArn as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0];
    const rights = rightsOf(role).filter((right) => /^(ecs|iam):/.test(right));
    expect(actions(rights)).toEqual(['ecs:RunTask', 'iam:PassRole']);
    expect(rights[0]).toMatch(/task-definition\/TestWContainerfix\w*:\*/);
    template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Action: 'ecs:RunTask', Condition: { ArnEquals: { 'ecs:cluster': Match.anyValue() } } }),
          Match.objectLike({
            Action: 'iam:PassRole',
            Condition: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
          }),
        ]),
      },
    });
  });

  it('has an image of the project, the program and the skill, and of nothing that is none of its business', () => {
    const images = readdirSync(out).filter((name) => existsSync(join(out, name, 'Dockerfile')));
    const dockerfiles = images.map((name) => readFileSync(join(out, name, 'Dockerfile'), 'utf8'));
    expect(dockerfiles.map((text) => text.split('\n')[0]).sort()).toEqual([
      'FROM public.ecr.aws/docker/library/node:24-bookworm',
      'FROM registry.example/node-and-git:1',
    ]);
    const image = join(
      out,
      images.find((name) => existsSync(join(out, name, 'skills/fix')))!,
    );
    expect(readdirSync(image).sort()).toEqual([
      ...['.dockerignore', 'Dockerfile', 'agent.json', 'index.mjs', 'nodes.json', 'project', 'skills', 'skills.json'],
    ]);
    expect(readdirSync(join(image, 'skills'), { recursive: true }).sort()).toEqual([
      'fix',
      'fix/SKILL.md',
      'fix/scripts',
      'fix/scripts/run.sh',
    ]);
    expect(readdirSync(join(image, 'project')).sort()).toEqual(['skills', 'src', 'stepwright.yaml', 'workflow.yaml']);
    expect(JSON.parse(readFileSync(join(image, 'agent.json'), 'utf8'))).toEqual({
      command: ['agent', '{instructions}'],
      secrets: { AGENT_KEY: 'team/agent-key' },
    });
  });

  it('runs in a network of public subnets without a gateway, into which nothing comes', () => {
    template.resourceCountIs('AWS::EC2::NatGateway', 0);
    template.resourceCountIs('AWS::EC2::Subnet', 2);
    template.hasResourceProperties('AWS::EC2::SecurityGroup', { SecurityGroupIngress: Match.absent() });
  });

  it('keeps to the rules of AwsSolutions', () => {
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    const found = violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    );
    expect(found).toEqual([]);
  });
});
