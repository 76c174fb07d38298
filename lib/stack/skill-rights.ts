import type { IRole } from 'aws-cdk-lib/aws-iam';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Manifest } from '../skills/manifest/schema.ts';

/** Gives a role what a skill's manifest asks for: its policy statements, and its secrets to read. */
export function allowSkill(
  scope: Construct,
  role: IRole,
  { iam = [], secrets = {} }: Pick<Manifest, 'iam' | 'secrets'>,
): void {
  for (const { actions, resources } of iam) role.addToPrincipalPolicy(new PolicyStatement({ actions, resources }));
  // A field of a secret (`name#field`) is no secret of its own.
  const names = new Set(Object.values(secrets).map((name) => name.split('#', 1)[0]!));
  for (const name of [...names].sort()) {
    const id = `Secret ${name}`;
    const secret = name.startsWith('arn:')
      ? Secret.fromSecretCompleteArn(scope, id, name)
      : Secret.fromSecretNameV2(scope, id, name);
    secret.grantRead(role);
  }
}
