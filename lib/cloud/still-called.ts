import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import type { StackResourceSummary } from '@aws-sdk/client-cloudformation';
import { SFNClient } from '@aws-sdk/client-sfn';
import type { Deployment } from './deployment.ts';
import { executionsInUse } from './definitions-in-use.ts';
import { resourcesOf } from './stack-resources.ts';

/** What is deployed, and what of it runs in flight call. */
export interface StillCalled {
  readonly template: object;
  /** Logical ids. */
  readonly inUse: readonly string[];
}

/** What runs in flight call; the next deployment may no longer have it. */
export async function stillCalled(
  { stack, machine }: Pick<Deployment, 'stack' | 'machine'>,
  now: Date,
  { stepFunctions = new SFNClient(), cloudFormation = new CloudFormationClient() } = {},
): Promise<StillCalled | undefined> {
  const found = await executionsInUse(stepFunctions, machine, { redrivable: false, now });
  if (found.length === 0) return undefined;
  const definitions = [...new Set(found.map(({ definition }) => definition))];
  const resources = await resourcesOf(stack, cloudFormation);
  const inUse = resources.filter((resource) => definitions.some((text) => isCalled(resource, text)));
  const { TemplateBody: body } = await cloudFormation.send(new GetTemplateCommand({ StackName: stack }));
  return { template: JSON.parse(body!) as object, inUse: inUse.map(({ LogicalResourceId: id }) => id!) };
}

/** Kinds of resources that a definition names, by their names or ARNs. */
const called = /^AWS::(?:Lambda::Function|ECS::TaskDefinition|ECS::Cluster|EC2::Subnet|EC2::SecurityGroup)$/;

function isCalled(
  { ResourceType: type = '', PhysicalResourceId: id }: StackResourceSummary,
  definition: string,
): boolean {
  if (!called.test(type) || id === undefined) return false;
  for (let at = definition.indexOf(id); at !== -1; at = definition.indexOf(id, at + 1)) {
    const [before, after] = [definition[at - 1] ?? '', definition[at + id.length] ?? ''];
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}
