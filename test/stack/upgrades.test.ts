import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Workflow } from '../../lib/stack/workflow.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project, small } from './project.ts';

type Resource = ReturnType<Template['findResources']>[string];

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await project(small);
});
afterAll(() => folder.remove());

function synthesise(workflow = 'workflow.yaml'): Template {
  const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'Test');
  new Workflow(stack, 'W', { definition: join(folder.path, workflow), projectDir: folder.path });
  return Template.fromStack(stack);
}

function only(template: Template, type: string, name: string): [string, Resource] {
  const found = Object.entries(template.findResources(type)).filter(([id]) => id.startsWith(`W${name}`));
  expect([type, name, found.length]).toEqual([type, name, 1]);
  return found[0]!;
}

/** The version of a function that a template's machine calls. */
const versionOf = (template: Template, name: string) => only(template, 'AWS::Lambda::Version', name);

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

/** What a role may do. */
function allowed(template: Template, role: string): Statement[] {
  const [id] = only(template, 'AWS::IAM::Role', role);
  const policies = Object.values(template.findResources('AWS::IAM::Policy')) as {
    readonly Properties: { readonly Roles: { Ref: string }[]; readonly PolicyDocument: { Statement: Statement[] } };
  }[];
  const own = policies.filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === id));
  return own.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
}

describe('a deployment of a changed workflow', () => {
  const human = small['workflow.yaml']!.replace('role: closeout,', 'role: closeout, human: true,');
  let before: Template;
  let after: Template;
  let back: Template;

  beforeAll(async () => {
    await writeFile(join(folder.path, 'human.yaml'), human);
    before = synthesise('human.yaml');
    after = synthesise();
    back = synthesise('human.yaml');
  });

  it('publishes a new version, and leaves the one before to the runs that call it', () => {
    const [was, old] = versionOf(before, 'RunNode');
    const [is] = versionOf(after, 'RunNode');
    expect(is).not.toBe(was);
    // Gone from the template, the service keeps it.
    expect(old).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(only(after, 'AWS::Lambda::Function', 'RunNode')[0]).toBe(
      only(before, 'AWS::Lambda::Function', 'RunNode')[0],
    );
  });

  it('names the versions in the definition, so that the same text means the same code', () => {
    for (const template of [before, after]) {
      const [, { Properties }] = only(template, 'AWS::StepFunctions::StateMachine', 'Machine');
      expect(Properties.DefinitionSubstitutions).toMatchObject({
        RunNode: { Ref: versionOf(template, 'RunNode')[0] },
        CloseRun: { Ref: versionOf(template, 'CloseRun')[0] },
      });
    }
  });

  it('lets the machine call every version of its functions', () => {
    const called = allowed(after, 'MachineRole').filter(({ Action }) => Action === 'lambda:InvokeFunction');
    const resources = called.flatMap(({ Resource }) => Resource);
    for (const name of ['RunNode', 'CloseRun']) {
      const [id] = only(after, 'AWS::Lambda::Function', name);
      expect(resources).toContainEqual({ 'Fn::Join': ['', [{ 'Fn::GetAtt': [id, 'Arn'] }, ':*']] });
    }
  });

  it('lets a run in flight go on waiting for a person, though the new workflow asks nobody', () => {
    const actions = allowed(after, 'RunNode').flatMap(({ Action }) => Action);
    expect(actions).toEqual(expect.arrayContaining(['states:SendTaskSuccess', 'states:SendTaskFailure']));
  });

  it('keeps table and bucket, whose names earlier versions have', () => {
    for (const [type, name] of [
      ['AWS::DynamoDB::Table', 'Runs'],
      ['AWS::S3::Bucket', 'Artifacts'],
    ] as const)
      expect(only(after, type, name)).toEqual(only(before, type, name));
  });

  it('is rolled back by deploying the file as it was', () => {
    expect(back.toJSON()).toEqual(before.toJSON());
  });
});
