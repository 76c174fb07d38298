import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import type { StackResourceSummary } from '@aws-sdk/client-cloudformation';

/** What a stack is made of. */
export async function resourcesOf(stack: string, client = new CloudFormationClient()): Promise<StackResourceSummary[]> {
  const found: StackResourceSummary[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName: stack }))
    found.push(...(page.StackResourceSummaries ?? []));
  return found;
}

/** Names of the functions among them. */
export function functionsIn(resources: readonly StackResourceSummary[]): string[] {
  return resources.flatMap(({ ResourceType: type, PhysicalResourceId: name }) =>
    type === 'AWS::Lambda::Function' && name !== undefined ? [name] : [],
  );
}
