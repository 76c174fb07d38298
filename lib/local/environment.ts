import { dirname, resolve } from 'node:path';
import { loadConfig } from '../config/index.ts';
import type { SkillEnvironment } from '../skills/environment.ts';
import type { AwsCredentials } from '../skills/prompt/environment.ts';
import { localSecrets } from '../skills/secrets.ts';

/**
 * What skills find on this machine: the project, what its file says of models, servers and agents, and secrets, which
 * are variables of the environment or lines of a file. `workflow` is the path of the workflow's file.
 */
export function localEnvironment(projectDir: string, workflow: string): SkillEnvironment {
  const { config, file } = loadConfig(dirname(resolve(projectDir, workflow)));
  const { agent, models = {}, mcp = {}, secrets } = config;
  const secretsFile =
    file !== undefined && secrets?.file !== undefined ? resolve(dirname(file), secrets.file) : undefined;
  return {
    projectDir,
    whereBroken: async (module, root) => (await import('./broken-module.ts')).whereBroken(module, root),
    secret: localSecrets(process.env, secretsFile),
    prompts: { models, mcp, processes: true, awsCredentials },
    ...(agent && { agent }),
  };
}

/** Credentials as every tool of AWS finds them: variables, profiles, single sign-on. */
async function awsCredentials(): Promise<AwsCredentials> {
  const { SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const { accessKeyId, secretAccessKey, sessionToken } = await new SecretsManagerClient().config.credentials();
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}
