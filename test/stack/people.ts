import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { WorkflowStack } from '../../lib/stack/workflow-stack.ts';
import type { WorkflowProps } from '../../lib/stack/workflow.ts';
import { project } from './project.ts';

export interface Made {
  readonly template: Template;
  readonly stack: WorkflowStack;
}

/** A stack of a workflow with one node `a`, and whatever else the file says; no skill is needed. */
export async function stackOf(
  more: string,
  props: (other: Stack) => Partial<WorkflowProps> = () => ({}),
  node = '',
): Promise<Made> {
  const yaml = `name: told\nversion: 1.0.0\nnodes: [{ id: a, skill: s, role: executor${node} }]\nedges: []\nfinal: a\n${more}\n`;
  const folder = await project({ 'flows/told.yaml': yaml, 'script.json': '{}' });
  try {
    const app = new App({ builtinCloudFormationValidation: false });
    const stack = new WorkflowStack(app, 'stepwright-told', {
      definition: join(folder.path, 'flows/told.yaml'),
      projectDir: folder.path,
      mock: join(folder.path, 'script.json'),
      ...props(new Stack(app, 'Other')),
    });
    return { stack, template: Template.fromStack(stack) };
  } finally {
    await folder.remove();
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts what it reads
type Properties = any;

/** The resources of a type whose logical ids begin so: id and properties each. */
export function resources({ template }: Made, type: string, prefix = ''): [string, Properties][] {
  return Object.entries(template.findResources(type))
    .filter(([id]) => id.startsWith(`Workflow${prefix}`))
    .map(([id, { Properties }]) => [id, Properties]);
}

export function only(made: Made, type: string, prefix = ''): [string, Properties] {
  const found = resources(made, type, prefix);
  expect([type, prefix, found.map(([id]) => id)]).toEqual([type, prefix, [expect.any(String)]]);
  return found[0]!;
}

/** What the role of a function may do, besides writing logs and traces: an action and its resource a line. */
export function rightsOf(made: Made, functionName: string): string[] {
  const [role] = only(made, 'AWS::IAM::Role', `${functionName}Role`);
  const statements = resources(made, 'AWS::IAM::Policy')
    .filter(([, { Roles }]) => (Roles as { Ref: string }[]).some(({ Ref }) => Ref === role))
    .flatMap(
      ([, { PolicyDocument }]) => PolicyDocument.Statement as { Action: string | string[]; Resource: unknown }[],
    );
  return statements
    .flatMap(({ Action, Resource }) => [Action].flat().map((action) => `${action} ${shown(Resource)}`))
    .filter((line) => !/^(logs|xray):/.test(line))
    .sort();
}

function shown(resource: unknown): string {
  const text = JSON.stringify(resource);
  return /"Ref":"Workflow(\D+?)[0-9A-F]{8}"|"Workflow(\D+?)[0-9A-F]{8}"/.exec(text)?.slice(1).find(Boolean) ?? text;
}
