import { DeleteFunctionCommand, paginateListVersionsByFunction } from '@aws-sdk/client-lambda';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { InUse } from './definitions-in-use.ts';
import { deployedDefinition, executionsInUse } from './definitions-in-use.ts';

/** A published version of a function, and who refers to it. */
export interface FunctionVersion {
  readonly function: string;
  readonly version: number;
  /** ISO text. */
  readonly published: string;
  /** Whether new executions call it. */
  readonly deployed: boolean;
  /** Names of executions that call it as long as they go on. */
  readonly running: readonly string[];
  /** Names of executions that would call it if they were redriven. */
  readonly redrivable: readonly string[];
}

export interface VersionClients {
  readonly lambda: LambdaClient;
  readonly stepFunctions: SFNClient;
}

/** The published versions of some functions, those of each the newest first. */
export async function listVersions(
  { lambda, stepFunctions }: VersionClients,
  { machine, functions, now }: { readonly machine: string; readonly functions: readonly string[]; readonly now: Date },
): Promise<FunctionVersion[]> {
  const deployed = new Set(versionsIn(await deployedDefinition(stepFunctions, machine)));
  const found = await publishedVersions(lambda, functions);
  // Looked at after the versions: what is begun meanwhile has the deployed ones.
  const inUse = await executionsInUse(stepFunctions, machine, { redrivable: true, now });
  const users = (arn: string, wanted: InUse['state']) =>
    inUse.filter(({ state, definition }) => state === wanted && versionsIn(definition).includes(arn));
  return found.map(({ arn, ...version }) => ({
    ...version,
    deployed: deployed.has(arn),
    running: users(arn, 'running').map(({ execution }) => execution),
    redrivable: users(arn, 'redrivable').map(({ execution }) => execution),
  }));
}

/** Those that nothing refers to, but for the `keep` newest ones of each function. */
export function unused(versions: readonly FunctionVersion[], keep: number): FunctionVersion[] {
  const seen = new Map<string, number>();
  return versions.filter((version) => {
    const newer = seen.get(version.function) ?? 0;
    seen.set(version.function, newer + 1);
    return newer >= keep && !version.deployed && version.running.length === 0 && version.redrivable.length === 0;
  });
}

/** Deletes them for good. */
export async function deleteVersions(lambda: LambdaClient, versions: readonly FunctionVersion[]): Promise<void> {
  for (const { function: name, version } of versions)
    await lambda.send(new DeleteFunctionCommand({ FunctionName: name, Qualifier: String(version) }));
}

/** Which published versions of functions a definition calls, as ARNs. */
export function versionsIn(definition: string): string[] {
  return [...new Set(definition.match(/arn:[\w-]+:lambda:[\w-]*:\d*:function:[\w-]+:\d+/g) ?? [])];
}

async function publishedVersions(
  client: LambdaClient,
  functions: readonly string[],
): Promise<{ function: string; version: number; published: string; arn: string }[]> {
  const found = [];
  for (const name of functions) {
    const own = [];
    for await (const page of paginateListVersionsByFunction({ client }, { FunctionName: name })) {
      for (const { Version: version = '', LastModified: published = '', FunctionArn: arn = '' } of page.Versions ?? [])
        if (/^\d+$/.test(version)) own.push({ function: name, version: Number(version), published, arn });
    }
    found.push(...own.sort((a, b) => b.version - a.version));
  }
  return found;
}
