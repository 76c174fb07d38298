import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { Carried } from '../../lib/stack/carry-over.ts';
import { carryOver } from '../../lib/stack/carry-over.ts';
import { addWorkflowStacks } from '../../lib/stack/app.ts';
import { Workflow } from '../../lib/stack/workflow.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project, small } from './project.ts';

interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}
type Resources = Readonly<Record<string, Resource>>;

/** Two skills with a function of their own, of which one asks for rights, and a person. */
const before = `
name: small
version: 1.0.0
nodes:
  - { id: ask, skill: finish, role: intake, human: true }
  - { id: one, skill: one, role: executor }
  - { id: two, skill: two, role: executor }
  - { id: end, skill: finish, role: closeout }
edges: [{ from: ask, to: one }, { from: one, to: two }, { from: two, to: end }]
final: end
`;

let folder: TemporaryFolder;
let deployed: Carried['template'];
beforeAll(async () => {
  folder = await project({
    ...small,
    'before.yaml': before,
    'skills/one/index.mjs': 'export default () => {};\n',
    'skills/one/skill.yaml': 'kind: code\niam: [{ actions: [ses:SendEmail], resources: ["arn:aws:ses:*"] }]\n',
    'skills/two/index.mjs': 'export default () => {};\n',
    'skills/two/skill.yaml': 'kind: code\nmemory_mb: 256\n',
  });
  deployed = synthesise('before.yaml').toJSON() as Carried['template'];
});
afterAll(() => folder.remove());

function synthesise(file: string, carried?: Carried): Template {
  const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'Test');
  new Workflow(stack, 'W', { definition: join(folder.path, file), projectDir: folder.path });
  if (carried) carryOver(stack, carried);
  return Template.fromStack(stack);
}

const resourcesOf = (template: Template) => (template.toJSON() as { Resources: Resources }).Resources;

/** The logical id of a function that is deployed. */
function functionId(name: string): string {
  const [id] = Object.entries(deployed.Resources).find(
    ([one, { Type }]) => Type === 'AWS::Lambda::Function' && one.startsWith(`W${name}`),
  )!;
  return id;
}

describe('a deployment that drops functions', () => {
  it('keeps the one that a run in flight calls as it is, with all that it needs', () => {
    const one = functionId('Skillone');
    const resources = resourcesOf(synthesise('workflow.yaml', { template: deployed, inUse: [one] }));
    expect(resources[one]).toMatchObject({ ...deployed.Resources[one], DependsOn: expect.anything() });
    const { Role: role } = resources[one]!.Properties as { Role: { 'Fn::GetAtt': [string] } };
    const [roleId] = role['Fn::GetAtt'];
    expect(resources[roleId]).toEqual(expect.objectContaining({ Type: 'AWS::IAM::Role' }));
    const allowed = rights(resources, roleId);
    expect(allowed).toContain('ses:SendEmail');
    expect(allowed).toContain('dynamodb:PutItem');
    // It may still have asked a person, and answers for the node.
    expect(allowed).toContain('states:SendTaskSuccess');
  });

  it('lets the machine call it, and leaves no trace of the other one', () => {
    const [one, two] = [functionId('Skillone'), functionId('Skilltwo')];
    const resources = resourcesOf(synthesise('workflow.yaml', { template: deployed, inUse: [one] }));
    const policies = Object.entries(resources).filter(([id]) => id.startsWith('Carried'));
    const [, machine] = policies.find(([id]) => id.includes('MachineRole'))!;
    const called = { 'Fn::Join': ['', [{ 'Fn::GetAtt': [one, 'Arn'] }, ':*']] };
    expect(machine.Properties['PolicyDocument']).toMatchObject({
      Statement: [{ Action: 'lambda:InvokeFunction', Resource: [called] }],
    });
    expect(Object.keys(resources)).not.toContain(two);
    // Every reference leads somewhere.
    const text = JSON.stringify(resources);
    const named = [...text.matchAll(/"(?:Ref":|Fn::GetAtt":\[)"([^"]+)"/g)].map(([, id]) => id!);
    expect(named.filter((id) => !(id in resources) && !id.startsWith('AWS::') && id !== 'BootstrapVersion')).toEqual(
      [],
    );
  });

  it('changes nothing else, and nothing at all where no run calls what it drops', () => {
    const plain = resourcesOf(synthesise('workflow.yaml'));
    const one = functionId('Skillone');
    expect(resourcesOf(synthesise('workflow.yaml', { template: deployed, inUse: [one] }))).toMatchObject(plain);
    const inUse = [functionId('RunNode'), functionId('CloseRun'), 'Gone'];
    expect(resourcesOf(synthesise('workflow.yaml', { template: deployed, inUse }))).toEqual(plain);
    // What the file still has is its own, not what is deployed.
    expect(resourcesOf(synthesise('before.yaml', { template: deployed, inUse: [one] }))).toEqual(deployed.Resources);
  });

  it('is told of it by a file', async () => {
    const carried = join(folder.path, 'carried.json');
    const context = { workflow: join(folder.path, 'before.yaml') };
    const was = new App({ context, builtinCloudFormationValidation: false });
    const template = Template.fromStack(addWorkflowStacks(was)[0]!).toJSON() as Carried['template'];
    const id = Object.entries(template.Resources).find(
      ([one, { Type }]) => Type === 'AWS::Lambda::Function' && one.startsWith('WorkflowSkilltwo'),
    )![0];
    await writeFile(carried, JSON.stringify({ template, inUse: [id] }));
    const app = new App({
      context: { workflow: join(folder.path, 'workflow.yaml'), carried },
      builtinCloudFormationValidation: false,
    });
    expect(Object.keys(resourcesOf(Template.fromStack(addWorkflowStacks(app)[0]!)))).toContain(id);
  });
});

/** What a role may do. */
function rights(resources: Resources, role: string): string[] {
  return Object.values(resources).flatMap(({ Type, Properties }) => {
    if (Type !== 'AWS::IAM::Policy') return [];
    const { Roles, PolicyDocument } = Properties as {
      Roles: { Ref: string }[];
      PolicyDocument: { Statement: { Action: string | string[] }[] };
    };
    const ours = Roles.some(({ Ref }) => Ref === role);
    return ours ? PolicyDocument.Statement.flatMap(({ Action }) => Action) : [];
  });
}
