import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import type { NodeDeps } from '../node/deps.ts';
import type { Indexed } from '../node/view.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import { dynamoState } from '../store/dynamodb.ts';
import { fileTree } from '../store/file-tree.ts';
import { s3Artifacts } from '../store/s3.ts';
import type { StateStore } from '../store/state-store.ts';
import type { Deployment } from './deployment.ts';

/** A deployed workflow with its stores open. */
export interface Deployed extends Deployment {
  /** The workflow as it is here; that a run was made from the same, its record tells. */
  readonly workflow: Indexed;
  readonly state: StateStore;
  readonly artifacts: ArtifactStore;
  readonly stepFunctions: SFNClient;
}

/** `root` is the project's folder. */
export function openDeployed(deployment: Deployment, workflow: Indexed, root: string): Deployed {
  return {
    ...deployment,
    workflow,
    state: dynamoState(new DynamoDBClient(), deployment.table),
    artifacts: s3Artifacts(new S3Client(), deployment.bucket, fileTree(root)),
    stepFunctions: new SFNClient(),
  };
}

/** What recording an answer needs; no skill is run from here. */
export function answerDeps({ workflow, state, artifacts }: Deployed, now: () => Date): NodeDeps {
  const runSkill = () => Promise.reject(new Error('skills of a deployed workflow do not run here'));
  return { workflow, state, artifacts, now, runSkill, log: () => undefined };
}
