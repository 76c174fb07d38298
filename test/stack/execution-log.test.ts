import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { WorkflowStack } from '../../lib/stack/workflow-stack.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project } from './project.ts';

const folders: TemporaryFolder[] = [];
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

async function templateOf(defaults: string, notion?: { readonly secret: string }): Promise<Template> {
  const folder = await project({
    'workflow.yaml': `workflow: {name: logged, version: 1.0.0}\ndefaults: {${defaults}}\nsteps:\n  - {id: a, command: /a}\n`,
    'script.json': '{}',
  });
  folders.push(folder);
  const stack = new WorkflowStack(new App({ builtinCloudFormationValidation: false }), 'Test', {
    definition: join(folder.path, 'workflow.yaml'),
    projectDir: folder.path,
    mock: join(folder.path, 'script.json'),
    ...(notion && { notion }),
  });
  return Template.fromStack(stack);
}

describe('the execution log of a stack', () => {
  it('is written by a function of its own, which alone may read the token', async () => {
    const template = await templateOf('output_format: both', { secret: 'notion-token' });
    const [logRun] = Object.keys(
      template.findResources('AWS::Lambda::Function', {
        Properties: { Environment: { Variables: { NOTION_SECRET: 'notion-token' } } },
      }),
    );
    const readers = template.findResources('AWS::IAM::Policy', {
      Properties: {
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({ Action: ['secretsmanager:GetSecretValue', 'secretsmanager:DescribeSecret'] }),
          ]),
        },
      },
    });
    expect(Object.keys(readers)).toEqual([expect.stringMatching(/^WorkflowLogRun/)]);
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: { detail: { status: ['RUNNING'] } },
      Targets: [{ Arn: { 'Fn::GetAtt': [logRun, 'Arn'] } }],
    });
    const tellers = template.findResources('AWS::Lambda::Function', {
      Properties: { Environment: { Variables: { LOG_RUN: { Ref: logRun } } } },
    });
    expect(Object.keys(tellers).sort()).toEqual([
      expect.stringMatching(/^WorkflowCloseRun/),
      expect.stringMatching(/^WorkflowSettleRun/),
    ]);
  });

  it.each([
    ['without a token', 'output_format: both', undefined],
    ['where results go to the chat only', 'output_format: chat', { secret: 'notion-token' }],
  ])('is not there %s', async (_, defaults, notion) => {
    const template = await templateOf(defaults, notion);
    expect(JSON.stringify(template.toJSON())).not.toMatch(/NOTION|LOG_RUN/);
  });
});
