import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';

/**
 * Names of the log groups of a stack: those that it has made, and those that the platform makes for functions without
 * one of their own.
 */
export async function logGroupsOf(stack: string, client = new CloudFormationClient()): Promise<string[]> {
  const names = new Set<string>();
  for await (const page of paginateListStackResources({ client }, { StackName: stack })) {
    for (const { ResourceType, PhysicalResourceId: name } of page.StackResourceSummaries ?? []) {
      if (name === undefined) continue;
      if (ResourceType === 'AWS::Logs::LogGroup') names.add(name);
      if (ResourceType === 'AWS::Lambda::Function') names.add(`/aws/lambda/${name}`);
    }
  }
  return [...names].sort();
}
