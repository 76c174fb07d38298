import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Config } from '../config/sections.ts';
import type { McpServer } from '../config/sections/mcp.ts';
import type { ModelEntry } from '../config/sections/models.ts';
import type { WorkflowTable } from '../ir/table.ts';
import { chooseModel } from '../skills/prompt/choose-model.ts';
import { LAID_PROMPTS } from '../skills/prompt/environment.ts';
import type { LaidPrompts } from '../skills/prompt/environment.ts';
import { allowedTools, SECRET } from '../skills/prompt/mcp.ts';
import type { FoundSkill, SkillOf } from '../skills/resolved.ts';
import { functionFolder } from './function-folder.ts';
import type { FunctionContent } from './function-folder.ts';
import { workflowFunction } from './functions.ts';
import type { FunctionProps } from './functions.ts';
import { acknowledge } from './nag.ts';
import { UserError } from './user-error.ts';

export interface PromptFunctionProps extends Omit<
  FunctionProps,
  'folder' | 'timeout' | 'tableActions' | 'bucketActions'
> {
  readonly content: Omit<FunctionContent, 'skills'>;
  /** All skills of the workflow. */
  readonly skills: ReadonlyMap<string, FoundSkill>;
  /** What the project file says. */
  readonly config: Config;
}

/**
 * The function that executes prompts, where the workflow has some: it may call the models that they use, and read the
 * secrets that those models and the servers of their tools need. Throws where a prompt has no model, or the server of
 * its tools could not be reached from a function.
 */
export function promptFunction(scope: Construct, props: PromptFunctionProps): LambdaFunction | undefined {
  const { content, skills, config, ...own } = props;
  const prompts = [...skills.values()].filter((skill) => skill.kind === 'prompt');
  if (prompts.length === 0) return undefined;
  const models = modelsInUse(content.table, skills, config.models ?? {});
  const mcp = serversInUse(prompts, config.mcp ?? {});
  const folder = functionFolder('run-prompt', { ...content, skills: prompts });
  const laid: LaidPrompts = { models: config.models ?? {}, mcp };
  writeFileSync(join(folder, LAID_PROMPTS), JSON.stringify(laid));
  const runPrompt = workflowFunction(scope, 'RunPrompt', {
    ...own,
    folder,
    timeout: Duration.seconds(900),
    tableActions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'],
    bucketActions: ['s3:GetObject', 's3:PutObject'],
  });
  allowModels(runPrompt, models);
  for (const name of secretsOf(models, Object.values(mcp)))
    Secret.fromSecretNameV2(runPrompt, `Secret-${name}`, name).grantRead(runPrompt);
  return runPrompt;
}

function modelsInUse(
  table: WorkflowTable,
  skills: ReadonlyMap<string, FoundSkill>,
  models: Readonly<Record<string, ModelEntry>>,
): ModelEntry[] {
  const inUse = new Set<ModelEntry>();
  for (const { id, skill: name, prompt } of table.nodes) {
    const skill = skills.get(name);
    if (skill?.kind !== 'prompt') continue;
    try {
      inUse.add(chooseModel(skill, prompt?.model, models).entry);
    } catch (error) {
      throw new UserError(`${id} cannot be deployed: ${(error as Error).message}`);
    }
  }
  return [...inUse];
}

function serversInUse(
  prompts: readonly SkillOf<'prompt'>[],
  servers: Readonly<Record<string, McpServer>>,
): Record<string, McpServer> {
  const inUse: Record<string, McpServer> = {};
  for (const prompt of prompts) {
    for (const name of allowedTools(prompt).keys()) {
      const server = Object.hasOwn(servers, name) ? servers[name] : undefined;
      if (!server)
        throw new UserError(
          `the skill ${prompt.name} uses the MCP server ${name}, which stepwright.yaml does not name`,
        );
      if (!('url' in server))
        throw new UserError(
          `the skill ${prompt.name} uses the MCP server ${name}, a program: in the cloud it must have a url`,
        );
      inUse[name] = server;
    }
  }
  return inUse;
}

/** Only the models in use. A profile that routes between regions needs the model itself in each of them. */
function allowModels(runPrompt: LambdaFunction, models: readonly ModelEntry[]): void {
  const resources = new Set(models.flatMap((model) => (model.provider === 'bedrock' ? arnsOf(runPrompt, model) : [])));
  if (resources.size === 0) return;
  runPrompt.addToRolePolicy(new PolicyStatement({ actions: ['bedrock:InvokeModel'], resources: [...resources] }));
  for (const arn of resources) {
    if (arn.includes('*'))
      acknowledge(
        runPrompt.role!,
        `IAM5[Resource::${arn.replace(/\$\{Token\[AWS\.Partition\.\d+\]\}/, '<AWS::Partition>')}]`,
        'One model, in the regions between which its inference profile routes.',
      );
  }
}

/** The model's ARN, or that of an inference profile (`eu.…`, `global.…`) and of the model that is behind it. */
function arnsOf(scope: Construct, { model, region }: ModelEntry): string[] {
  if (model.startsWith('arn:')) return [model];
  const { partition, account, region: own } = Stack.of(scope);
  const [, profile, behind] = /^([a-z]{2}(?:-gov)?|apac|global)\.(.+)$/.exec(model) ?? [];
  if (profile === undefined) return [`arn:${partition}:bedrock:${region ?? own}::foundation-model/${model}`];
  return [
    `arn:${partition}:bedrock:${region ?? own}:${account}:inference-profile/${model}`,
    `arn:${partition}:bedrock:*::foundation-model/${behind}`,
  ];
}

/** The names of the secrets that are read; `name#field` is a field of one. */
function secretsOf(models: readonly ModelEntry[], servers: readonly McpServer[]): Set<string> {
  const texts = servers.flatMap((server) => ('url' in server ? Object.values(server.headers ?? {}) : []));
  const inHeaders = texts.flatMap((text) => [...text.matchAll(SECRET)].map(([, name]) => name!));
  const keys = models.flatMap(({ apiKey }) => (apiKey === undefined ? [] : [apiKey]));
  return new Set([...inHeaders, ...keys].map((name) => name.split('#')[0]!));
}
