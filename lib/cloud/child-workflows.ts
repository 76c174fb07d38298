import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SFNClient } from '@aws-sdk/client-sfn';
import { ExecutionAlreadyExists, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { childEnd } from '../node/child-end.ts';
import { nextExecution } from '../node/next-execution.ts';
import type { Header } from '../node/record.ts';
import { HEADER } from '../node/record.ts';
import { executionInput } from '../node/start-run.ts';
import { asHeader } from '../node/view.ts';
import type { ParentNode, WorkflowEnd, WorkflowRequest, Workflows } from '../skills/environment.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import { dynamoState } from '../store/dynamodb.ts';
import { fileTree } from '../store/file-tree.ts';
import { s3Artifacts } from '../store/s3.ts';
import type { Item } from '../store/state-store.ts';
import { describeExecution, INPUT_LIMIT } from './executions.ts';

/** Where a workflow that others may start was deployed. */
export interface ChildPlace {
  /** ARN of its machine. */
  readonly machine: string;
  readonly table: string;
  readonly bucket: string;
}

/** By what a manifest calls a workflow. */
export type ChildPlaces = Readonly<Record<string, ChildPlace>>;

export interface Clients {
  readonly stepFunctions: SFNClient;
  readonly dynamo: DynamoDBClient;
  readonly s3: S3Client;
}

/** Starts workflows by their machines. Their names come from the records, so that asking twice starts a run once. */
export function cloudWorkflows(places: ChildPlaces, clients: Clients): Workflows {
  return {
    kind: 'cloud',
    async ended({ workflow, run }) {
      const place = placeOf(places, workflow);
      const items = await recordsOf(place, run, clients);
      const header = headerIn(items);
      if (!header || !(await hasSucceeded(header, clients))) return undefined;
      const status = header.result === 'partial' ? 'partial' : 'completed';
      return childEnd(status, run, items, artifactsOf(place, clients));
    },
    async start(request, parent) {
      const place = placeOf(places, request.workflow);
      const header = headerIn(await recordsOf(place, request.run, clients));
      if (header && (await goesOn(header, clients))) return;
      await startExecution(place, request, parent, header, clients);
    },
  };
}

/** Ends the execution that works on a run, if one does. */
export async function stopChild(place: ChildPlace, run: string, clients: Clients): Promise<boolean> {
  const header = headerIn(await recordsOf(place, run, clients));
  if (!header || header.result !== undefined) return false;
  await clients.stepFunctions.send(
    new StopExecutionCommand({ executionArn: header.owner, cause: 'its parent was cancelled' }),
  );
  return true;
}

/** How an execution of a run has ended; undefined where another one works on the run. */
export async function endOfExecution(
  { place, run, execution, status }: { place: ChildPlace; run: string; execution: string; status: string },
  clients: Clients,
): Promise<WorkflowEnd | undefined> {
  const items = await recordsOf(place, run, clients);
  const header = headerIn(items);
  if (!header)
    return { status: 'failed', artifacts: new Map(), note: `its execution is ${status}, and it has no record` };
  if (header.owner !== execution) return undefined;
  const passed = status === 'SUCCEEDED' ? (header.result === 'partial' ? 'partial' : 'completed') : 'failed';
  const end = childEnd(passed, run, items, artifactsOf(place, clients));
  return passed !== 'failed' || end.note !== undefined ? end : { ...end, note: `its execution is ${status}` };
}

function placeOf(places: ChildPlaces, workflow: string): ChildPlace {
  if (!Object.hasOwn(places, workflow))
    throw new Error(`the workflow ${workflow} was not known when this one was deployed`);
  return places[workflow]!;
}

function recordsOf({ table }: ChildPlace, run: string, { dynamo }: Clients): Promise<Map<string, Item>> {
  return dynamoState(dynamo, table).readAll(run);
}

function artifactsOf({ bucket }: ChildPlace, { s3 }: Clients): ArtifactStore {
  return s3Artifacts(s3, bucket, fileTree('.'));
}

function headerIn(items: ReadonlyMap<string, Item>): Header | undefined {
  const item = items.get(HEADER);
  return item && asHeader(item.value);
}

/** A run of which a part has failed is one that has failed unless its workflow allows for that. */
async function hasSucceeded({ result, owner }: Header, { stepFunctions }: Clients): Promise<boolean> {
  if (result !== 'partial') return result === 'completed';
  return (await describeExecution(stepFunctions, owner))?.status === 'SUCCEEDED';
}

/** Also a run of which nobody has recorded the end may have ended: such events are best effort. */
async function goesOn({ result, owner }: Header, { stepFunctions }: Clients): Promise<boolean> {
  if (result !== undefined) return false;
  return (await describeExecution(stepFunctions, owner))?.status === 'RUNNING';
}

async function startExecution(
  { machine }: ChildPlace,
  { run, input }: WorkflowRequest,
  parent: ParentNode,
  header: Header | undefined,
  { stepFunctions }: Clients,
): Promise<void> {
  const control = { trigger: 'workflow', parent: JSON.stringify(parent) };
  const given = header
    ? executionInput(undefined, { ...control, run, was: header.owner })
    : executionInput(input, control);
  const text = JSON.stringify(given);
  if (Buffer.byteLength(text) > INPUT_LIMIT)
    throw new Error(`the input for the run ${run} is larger than the service takes`);
  const name = nextExecution(run, header?.epoch);
  try {
    await stepFunctions.send(new StartExecutionCommand({ stateMachineArn: machine, name, input: text }));
  } catch (error) {
    // Whoever has started it came no further than that.
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}
