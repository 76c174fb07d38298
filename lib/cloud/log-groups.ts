import { functionsIn, resourcesOf } from './stack-resources.ts';

/**
 * Names of the log groups of a stack: those that it has made, and those that the platform makes for functions without
 * one of their own.
 */
export async function logGroupsOf(stack: string): Promise<string[]> {
  const resources = await resourcesOf(stack);
  const own = resources.flatMap(({ ResourceType: type, PhysicalResourceId: name }) =>
    type === 'AWS::Logs::LogGroup' && name !== undefined ? [name] : [],
  );
  return [...new Set([...own, ...functionsIn(resources).map((name) => `/aws/lambda/${name}`)])].sort();
}
