import { Stack } from 'aws-cdk-lib';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IConstruct } from 'constructs';
import { acknowledge } from './nag.ts';

export interface EncryptionProps {
  /**
   * A key of your own for records, artifacts and logs, in place of those of the services. It must lie in the stack's
   * region, and its policy must let this account's IAM decide, as keys of the CDK do.
   */
  readonly encryptionKey?: IKey;
}

/** Lets a role read and write what is encrypted with the key, if there is one. */
export function allowKey(role: IGrantable & IConstruct, key: IKey | undefined): void {
  if (!key) return;
  key.grantEncryptDecrypt(role);
  for (const action of ['ReEncrypt*', 'GenerateDataKey*'])
    acknowledge(role, `IAM5[Action::kms:${action}]`, 'All forms of one right to one key, which the stores ask for.');
}

/** Lets the logging service use the key, for the log groups of this stack's account and region. */
export function allowLogs(scope: IConstruct, key: IKey | undefined): void {
  if (!key) return;
  const { region, account, partition } = Stack.of(scope);
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
      actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
      resources: ['*'],
      conditions: {
        ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*` },
      },
    }),
  );
}
