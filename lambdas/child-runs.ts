import { endOfExecution, stopChild } from '../lib/cloud/child-workflows.ts';
import { sendReply } from '../lib/cloud/executions.ts';
import { answerAndTell } from '../lib/node/answer-and-tell.ts';
import type { NodeRecord } from '../lib/node/record.ts';
import { nodeKey } from '../lib/node/record.ts';
import { controlOf } from '../lib/node/start-run.ts';
import type { ParentNode } from '../lib/skills/environment.ts';
import { laidSkills } from '../lib/skills/laid.ts';
import { childRun } from '../lib/skills/workflow/child-run.ts';
import { workflowOutcome } from '../lib/skills/workflow/execute.ts';
import { answeringDeps } from './shared/answering.ts';
import { log } from './shared/log.ts';
import { runOf } from './shared/run-id.ts';
import { childClients, childPlaces } from './shared/children.ts';

/** What EventBridge tells of an execution that has ended: of a workflow that this one starts, or of this one's own. */
interface StatusChange {
  readonly detail: {
    readonly executionArn: string;
    readonly stateMachineArn: string;
    readonly name: string;
    readonly status: string;
    /** JSON text; null where it is too large for an event. */
    readonly input: string | null;
  };
}

const folder = import.meta.dirname;
const deps = answeringDeps(folder);
const clients = childClients();
const places = childPlaces();

/** Answers nodes that have started another workflow when that has ended, and ends what a cancelled run has started. */
export async function handler({ detail }: StatusChange): Promise<void> {
  const input: unknown = detail.input === null ? undefined : JSON.parse(detail.input);
  const run = runOf(detail.name, input);
  const isChild = Object.values(places).some(({ machine }) => machine === detail.stateMachineArn);
  if (isChild) await answerParent(detail, run, parentOf(input));
  else await stopChildren(run);
}

async function answerParent(
  { executionArn: execution, stateMachineArn, status }: StatusChange['detail'],
  child: string,
  parent: ParentNode | undefined,
): Promise<void> {
  const node = parent && deps.workflow.byId.get(parent.node);
  // Whoever starts an execution may write anything into its input: the name of its run tells whose it is.
  if (!parent || !node || childRun(parent.run, parent.node, parent.round) !== child) return;
  const place = Object.values(places).find(({ machine }) => machine === stateMachineArn)!;
  const end = await endOfExecution({ place, run: child, execution, status }, clients);
  const record = (await deps.state.read(parent.run, [nodeKey(node.id)])).get(nodeKey(node.id))?.value as
    NodeRecord | undefined;
  if (!end || record?.round !== parent.round) return;
  const result = await workflowOutcome(end, child, node.outputs);
  const answered = await answerAndTell({ run: parent.run, node: node.id, answer: { result } }, deps, (reply) =>
    sendReply(clients.stepFunctions, reply),
  );
  log('info', `the run ${child} is ${status}; the answer is ${answered.kind}`, { run: parent.run, node: node.id });
}

function parentOf(input: unknown): ParentNode | undefined {
  const { parent } = controlOf(input);
  if (parent === undefined) return undefined;
  try {
    const { run, node, round } = JSON.parse(parent) as ParentNode;
    return typeof run === 'string' && typeof node === 'string' ? { run, node, round } : undefined;
  } catch {
    return undefined;
  }
}

async function stopChildren(run: string): Promise<void> {
  const find = laidSkills(folder);
  for (const { id, skill: name } of deps.workflow.table.nodes) {
    const skill = find(name);
    if (skill.kind !== 'workflow') continue;
    const place = Object.hasOwn(places, skill.manifest.workflow) ? places[skill.manifest.workflow] : undefined;
    const record = (await deps.state.read(run, [nodeKey(id)])).get(nodeKey(id))?.value as NodeRecord | undefined;
    if (!place || !record) continue;
    const child = childRun(run, id, record.round);
    if (await stopChild(place, child, clients)) log('info', `the run ${child} is ended`, { run, node: id });
  }
}
