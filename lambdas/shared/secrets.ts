import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { ReadSecret } from '../../lib/skills/secrets.ts';
import { fieldOf } from '../../lib/skills/secrets.ts';

/**
 * Reads secrets from Secrets Manager when they are used, by name or ARN; of a JSON object `name#field` is a field. They
 * are not kept, so that a new value counts at once.
 */
export function cloudSecrets(): ReadSecret {
  const client = new SecretsManagerClient();
  return async (name) => {
    const [SecretId, field] = name.split('#', 2);
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId })).catch((error: unknown) => {
      // What the service says may name the account and the role.
      throw new Error(`the secret ${name} cannot be read: ${error instanceof Error ? error.name : 'unknown'}`);
    });
    if (SecretString === undefined) throw new Error(`the secret ${name} is no text`);
    return fieldOf(name, SecretString, field);
  };
}
