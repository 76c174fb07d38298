import { LambdaClient } from '@aws-sdk/client-lambda';
import { SFNClient } from '@aws-sdk/client-sfn';
import { functionsIn, resourcesOf } from '../cloud/stack-resources.ts';
import type { Deployment } from '../cloud/deployment.ts';
import { deleteVersions, listVersions, unused } from '../cloud/versions.ts';
import type { PruneOptions, Versions } from './print-versions.ts';
import { KEPT } from './print-versions.ts';

/** The published versions of a stack's functions; with `prune` what nothing refers to is deleted. */
export async function stackVersions(
  { stack, machine }: Pick<Deployment, 'stack' | 'machine'>,
  { prune = false, keep = KEPT }: PruneOptions,
  now: Date,
): Promise<Versions> {
  const [lambda, stepFunctions] = [new LambdaClient(), new SFNClient()];
  const functions = functionsIn(await resourcesOf(stack));
  const versions = await listVersions({ lambda, stepFunctions }, { machine, functions, now });
  const deleted = prune ? unused(versions, keep) : [];
  await deleteVersions(lambda, deleted);
  return { versions, deleted };
}
