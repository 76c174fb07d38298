import { isDirectory } from '../ir/paths.ts';
import type { Tried } from './conclude.ts';
import { conclude, fail } from './conclude.ts';
import type { NodeDeps } from './deps.ts';
import { BLOCKED, failure, isNamed, SUPERSEDED } from './failures.ts';
import { missingInputs, resolveInputs } from './inputs.ts';
import type { Waiting } from './record.ts';
import { judge } from './result.ts';
import { currentRecord, hasEnded, idsToRead, loadView, storedRecord } from './view.ts';
import type { NodeAnswer, Visitor } from './visitor.ts';
import { answer as replyOf, write } from './visitor.ts';

/** What the machine gets while a node waits for a person; the answer comes later, by the node's token. */
export const WAITING_FOR_PERSON: NodeAnswer = { take: 'waiting-for-person' };

/** Records that the node waits, or renews its token; a wait that is over fails, and is not retried. */
export async function waitForPerson(visitor: Visitor): Promise<NodeAnswer> {
  const { view, node, deps, event } = visitor;
  const record = currentRecord(view, node);
  const now = deps.now();
  const begun = record?.status === 'running' ? record.waiting : undefined;
  if (begun && now.toISOString() >= begun.until)
    return fail(visitor, `timed out after ${node.timeoutSeconds}s`, once(now), false);
  const missing = begun ? undefined : missingInputs(await resolveInputs(view, node, deps.artifacts));
  if (missing !== undefined) return fail(visitor, missing, once(now), false);
  const waiting = begun ?? newWait(visitor, now);
  await write(visitor, {
    status: 'running',
    attempt: 1,
    runs: (storedRecord(view, node.id)?.record.runs ?? 0) + (begun ? 0 : 1),
    artifacts: [],
    note: `waiting for a person: ${waiting.question}`,
    waiting: { ...waiting, ...(event.token !== undefined && { token: event.token }) },
  });
  deps.onProgress?.({ kind: 'waiting', node, question: waiting.question });
  return WAITING_FOR_PERSON;
}

function newWait({ node, deps }: Visitor, now: Date): Waiting {
  return {
    question: deps.question?.(node) ?? node.description ?? `${node.skill} needs an answer`,
    since: now.toISOString(),
    until: new Date(now.getTime() + node.timeoutSeconds * 1000).toISOString(),
  };
}

/** A person's answer: a label where the node offers some, a text, or that it failed. */
export interface PersonAnswer {
  readonly label?: string;
  readonly text?: string;
  readonly fail?: string;
}

export type AnswerResult =
  | { readonly kind: 'accepted'; readonly answer: NodeAnswer }
  /** Nothing is changed: the node does not wait, has been answered, or the answer is not one of those offered. */
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Records a person's answer, conditionally: of two answers one is refused. Throws `Stepwright.Blocked` when the answer
 * is a failure that no gate explains.
 */
export async function answerNode(run: string, id: string, answer: PersonAnswer, deps: NodeDeps): Promise<AnswerResult> {
  try {
    return await recordAnswer(run, id, answer, deps);
  } catch (error) {
    // Somebody else answered in the same moment, or the wait was renewed: what is recorded now decides.
    if (isNamed(error, SUPERSEDED)) return answerNode(run, id, answer, deps);
    throw error;
  }
}

async function recordAnswer(run: string, id: string, answer: PersonAnswer, deps: NodeDeps): Promise<AnswerResult> {
  const node = deps.workflow.byId.get(id);
  if (!node) return { kind: 'refused', why: `the workflow has no node ${id}` };
  const header = await loadView(deps.workflow, deps.state, run, '', []);
  const view = await loadView(deps.workflow, deps.state, run, header.header.epoch, idsToRead(deps.workflow, node));
  const record = currentRecord(view, node);
  if (!record?.waiting || record.status !== 'running') {
    const why =
      record?.status === 'passed' || record?.status === 'failed'
        ? 'has been answered already'
        : 'does not wait for a person';
    return { kind: 'refused', why: `${id} ${why}` };
  }
  const { token } = record.waiting;
  const event = { node: node.slug, run, epoch: view.epoch, apply: [], ...(token !== undefined && { token }) };
  const visitor: Visitor = { view, node, deps, event };
  if (answer.fail !== undefined)
    return { kind: 'accepted', answer: await fail(visitor, answer.fail, once(deps.now()), false) };
  const text = answer.text ?? '';
  const files = new Map(
    node.outputs.map((output) => [
      isDirectory(output) ? `${output}answer.md` : output,
      new TextEncoder().encode(`${text}\n`),
    ]),
  );
  const verdict = judge(node, { label: answer.label ?? null, output: text }, files, false);
  if (verdict.kind !== 'passed') return { kind: 'refused', why: verdict.evidence };
  const note = text === '' ? [] : [`answer: ${text}`];
  return { kind: 'accepted', answer: await conclude(visitor, { verdict, remarks: note }, once(deps.now())) };
}

/** What the machine is to be told of a node that waited for a person and has ended: what it answers, or an error. */
export interface Reply {
  readonly token: string;
  readonly answer: NodeAnswer | Error;
}

/**
 * The reply for a node as the record has it, undefined while it has not ended or where no execution waited for it. It
 * may be sent again: whoever recorded the answer may have died before the machine was told.
 */
export async function recordedReply(
  run: string,
  id: string,
  { workflow, state }: Pick<NodeDeps, 'workflow' | 'state'>,
): Promise<Reply | undefined> {
  const node = workflow.byId.get(id)!;
  const { header } = await loadView(workflow, state, run, '', []);
  const view = await loadView(workflow, state, run, header.epoch, idsToRead(workflow, node));
  const record = currentRecord(view, node);
  if (record?.token === undefined) return undefined;
  const { token, status, note } = record;
  if (hasEnded(node, record, view.epoch)) return { token, answer: replyOf(view, node, record) };
  if (status !== 'blocked' && status !== 'failed') return undefined;
  return { token, answer: failure(BLOCKED, `${id}: ${note ?? status}`) };
}

/** A person is asked once: neither silence nor an answer of failure is retried. */
function once(since: Date): Tried {
  return { attempt: 1, allowed: 1, since };
}
