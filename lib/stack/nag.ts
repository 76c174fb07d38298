import type { CfnElement } from 'aws-cdk-lib';
import { Stack, Token, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Says why a construct does not do what a rule of cdk-nag's AwsSolutions asks for. Whoever holds a stack to those rules
 * finds the reason beside the resource, and nothing to mend.
 */
export function acknowledge(construct: IConstruct, rule: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason });
}

/** Says why a role has a right to more than one named resource. `suffix` is what stands behind the resource's ARN. */
export function acknowledgeWildcard(role: IConstruct, of: IConstruct, suffix: string, reason: string): void {
  const logicalId = Stack.of(of).getLogicalId(of.node.defaultChild as CfnElement);
  acknowledge(role, `IAM5[Resource::<${logicalId}.Arn>${suffix}]`, reason);
}

/** Rights that the service gives for all resources or none. */
export function acknowledgeAllResources(role: IConstruct, reason: string): void {
  acknowledge(role, 'IAM5[Resource::*]', reason);
}

/** Likewise for resources with a name that the stack makes up: `resource` is what stands behind the account in ARNs. */
export function acknowledgeNamed(role: IConstruct, service: string, resource: string, reason: string): void {
  const { region, account } = Stack.of(role);
  const known = (text: string, name: string) => (Token.isUnresolved(text) ? `<AWS::${name}>` : text);
  const arn = `arn:<AWS::Partition>:${service}:${known(region, 'Region')}:${known(account, 'AccountId')}:${resource}`;
  acknowledge(role, `IAM5[Resource::${arn}]`, reason);
}
