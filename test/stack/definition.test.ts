import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Workflow } from '../../lib/stack/workflow.ts';
import type { Project } from '../cli/command-line.ts';
import { project } from '../cli/command-line.ts';

const repository = join(import.meta.dirname, '../..');

/** The definition that a deployment of the folder's workflow has, before the functions' ARNs are put in. */
function deployed(folder: string, mock?: string): { definition: unknown; substituted: string[] } {
  const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'Test');
  new Workflow(stack, 'W', {
    definition: join(folder, 'workflow.yaml'),
    projectDir: folder,
    ...(mock !== undefined && { mock: join(folder, mock) }),
  });
  const machines = Object.values(Template.fromStack(stack).findResources('AWS::StepFunctions::StateMachine'));
  expect(machines).toHaveLength(1);
  const { DefinitionString, DefinitionSubstitutions } = machines[0]!.Properties as Record<string, string | object>;
  return {
    definition: JSON.parse(DefinitionString as string),
    substituted: Object.keys(DefinitionSubstitutions as object),
  };
}

describe('the machine in the template', () => {
  let place: Project;
  beforeEach(async () => (place = await project({ 'script.yaml': '{}' })));
  afterEach(() => place.remove());

  async function compiled(): Promise<{ definition: unknown; names: string[] }> {
    const { code, stdout } = await place.run('compile', '--target', 'aws');
    expect(code).toBe(0);
    const names = [...stdout.matchAll(/"FunctionName": ?"\$\{(\w+)\}"/g)].map(([, name]) => name!);
    return { definition: JSON.parse(stdout), names: [...new Set(names)] };
  }

  it.each([
    ['of skills as code', 'examples/docs-review', undefined],
    ['of 22 nodes', 'test/diagnostics/samples/software-agent-workflow', 'script.yaml'],
  ])('is what `compile` writes, but for the ARNs of functions: %s', async (_, sample, mock) => {
    cpSync(join(repository, sample), place.path, { recursive: true });
    symlinkSync(join(repository, 'node_modules'), join(place.path, 'node_modules'));
    const { definition, names } = await compiled();
    const inTemplate = deployed(place.path, mock);
    expect(inTemplate.definition).toEqual(definition);
    expect(inTemplate.substituted.sort()).toEqual(names.sort());
  });
});
