import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { handlerCode } from '../../lib/stack/bundle.ts';
import { WorkflowStack } from '../../lib/stack/workflow-stack.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project } from './project.ts';

const files = {
  'workflow.yaml': `
name: services
version: 1.0.0
nodes:
  - { id: call, skill: call, role: executor }
  - { id: price, skill: price, role: executor }
  - { id: ask, skill: ask, role: executor }
  - { id: report, skill: report, role: executor }
  - { id: end, skill: engineering-closeout, role: closeout }
edges:
  - { from: call, to: price }
  - { from: price, to: ask }
  - { from: ask, to: report }
  - { from: report, to: end }
final: end
`,
  'workflows/other.yaml':
    'name: reporting\nversion: 1.0.0\nnodes: [{ id: a, skill: engineering-closeout, role: closeout }]\nedges: []\nfinal: a\n',
  'skills/call/skill.yaml':
    "kind: http\nurl: https://api.example.com/\nheaders: { Authorization: 'Bearer {{secrets.key}}' }\nsecrets: { key: team/key }\n",
  'skills/price/skill.yaml': 'kind: lambda\nfunction: pricing:live\n',
  'skills/ask/skill.yaml':
    'kind: lambda\nmode: callback\nfunction: arn:aws:lambda:eu-central-1:123456789012:function:oracle\n',
  'skills/report/skill.yaml': 'kind: workflow\nworkflow: Other\n',
};

const folders: TemporaryFolder[] = [];
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

async function stackOf(more: Readonly<Record<string, string>> = {}, name = 'stepwright-dev--services') {
  const folder = await project({ ...files, ...more });
  folders.push(folder);
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = new WorkflowStack(app, name, {
    definition: join(folder.path, 'workflow.yaml'),
    projectDir: folder.path,
    alarms: false,
  });
  return { app, stack, template: Template.fromStack(stack) };
}

/** What a function may do besides its own stores, traces and logs: a line for each action, with what it may do that to. */
function rightsOf(template: Template, role: string): string[] {
  const own = Object.values(template.findResources('AWS::IAM::Policy')).filter(({ Properties }) =>
    (Properties.Roles as { Ref: string }[]).some(({ Ref }) => Ref.startsWith(`Workflow${role}Role`)),
  );
  const statements = own.flatMap(
    ({ Properties }) => Properties.PolicyDocument.Statement as { Action: string | string[]; Resource: unknown }[],
  );
  return statements
    .flatMap(({ Action, Resource }) => [Action].flat().map((action) => `${action} ${JSON.stringify(Resource)}`))
    .filter((line) => !/^(xray|logs|sns|kms):/.test(line) && !/"Workflow(Runs|Artifacts|MachineCA?|Machine)/.test(line))
    .sort();
}

const variables = (template: Template, name: string) =>
  Object.entries(template.findResources('AWS::Lambda::Function')).find(([id]) => id.startsWith(`Workflow${name}`))![1]
    .Properties.Environment.Variables as Record<string, unknown>;

describe('the stack of service skills', () => {
  it('lets each function do just what its skills do', async () => {
    const { template } = await stackOf();
    const rights = rightsOf(template, 'RunNode').join('\n');
    expect(rights).toContain('lambda:InvokeFunction "arn:aws:lambda:eu-central-1:123456789012:function:oracle"');
    expect(rights).toMatch(/lambda:InvokeFunction .*:function:pricing:live"/);
    expect(rights.match(/lambda:InvokeFunction/g)).toHaveLength(2);
    const machine = '{"Fn::ImportValue":"stepwright-dev--reporting-StateMachineArn"}';
    expect(rights).toContain(`states:StartExecution ${machine}`);
    expect(rights).not.toContain('secretsmanager');
    // A skill with a secret has a function of its own, which alone may read it.
    expect(rightsOf(template, 'Skillcall').join('\n')).toMatch(/^secretsmanager:DescribeSecret .*team\/key/m);
    expect(rightsOf(template, 'ChildRuns').map((line) => line.split(' ')[0])).toEqual([
      ...['dynamodb:Query', 's3:GetObject', 'states:StopExecution'],
    ]);
  });

  it('tells functions where answers go and where other workflows are', async () => {
    const { template } = await stackOf();
    expect(variables(template, 'RunNode')).toMatchObject({
      ANSWER_FUNCTION: { Ref: expect.stringMatching(/^WorkflowAnswerNode/) },
      CHILD_WORKFLOWS: {
        'Fn::Join': ['', expect.arrayContaining([{ 'Fn::ImportValue': 'stepwright-dev--reporting-TableName' }])],
      },
    });
    template.hasOutput('StateMachineArn', { Export: { Name: 'stepwright-dev--services-StateMachineArn' } });
  });

  it('keeps to the rules of AwsSolutions', async () => {
    const { app } = await stackOf();
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    expect(
      violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      ),
    ).toEqual([]);
  });

  it.each([
    ['nowhere', 'the skill report starts the workflow nowhere, which is not there'],
    ['workflow.yaml', 'the skill report starts the workflow that it stands in, services'],
  ])('refuses a skill that starts %s', async (workflow, why) => {
    const manifest = `kind: workflow\nworkflow: ${workflow}\n`;
    await expect(stackOf({ 'skills/report/skill.yaml': manifest })).rejects.toThrow(why);
  });

  it('carries what services need only where there are some', () => {
    const [ordinary, service] = [handlerCode('run-node'), handlerCode('run-service')].map(({ length }) => length);
    expect(ordinary).toBeLessThan(1_200_000);
    expect(service).toBeLessThan(2_500_000);
    expect(handlerCode('run-node')).not.toContain('RetryHandler');
  });
});
