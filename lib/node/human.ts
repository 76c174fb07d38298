import { fromPlain } from '../skills/plain-result.ts';
import { allowedAttempts } from './attempts.ts';
import { conclude, fail } from './conclude.ts';
import type { NodeDeps } from './deps.ts';
import { AGAIN, ATTEMPT_FAILED, BLOCKED, failure, isNamed, SUPERSEDED } from './failures.ts';
import { renewHandover, waitsElsewhere } from './elsewhere.ts';
import { missingInputs, resolveInputs } from './inputs.ts';
import { questionOf } from './question.ts';
import { concludeAnswer, once, verdictOn } from './judge-answer.ts';
import { answerPause, silence } from './pause.ts';
import type { NodeRecord, Waiting } from './record.ts';
import { HEADER } from './record.ts';
import { judge, offeredLabels } from './result.ts';
import { nobodyAnswered } from './silence.ts';
import { asHeader, currentRecord, hasEnded, idsToRead, loadView, storedRecord } from './view.ts';
import type { NodeAnswer, Visitor } from './visitor.ts';
import type { Answer, AnswerResult } from './waiting.ts';
import { ticketOf, WAITING_FOR_PERSON } from './waiting.ts';
import { answer as replyOf, write } from './visitor.ts';

export type { PersonAnswer } from './judge-answer.ts';
export type { Answer, AnswerResult, Refusal } from './waiting.ts';
export { WAITING_FOR_PERSON } from './waiting.ts';

/** Records that the node waits, or renews its token; a wait that is over ends as if it had been answered so. */
export async function waitForPerson(visitor: Visitor): Promise<NodeAnswer> {
  const { view, node, deps, event } = visitor;
  const record = currentRecord(view, node);
  const now = deps.now();
  const begun = record?.status === 'running' ? record.waiting : undefined;
  if (begun && isOver(begun, now)) return nobodyAnswered(visitor);
  const missing = begun ? undefined : missingInputs(await resolveInputs(view, node, deps.artifacts));
  if (missing !== undefined) return fail(visitor, missing, once(now), false);
  const question = questionOf(visitor);
  if (!begun && 'wrong' in question) return fail(visitor, question.wrong, once(now), false);
  const waiting = begun ?? newWait(visitor, 'wrong' in question ? '' : question.text, now);
  const runs = (storedRecord(view, node.id)?.record.runs ?? 0) + (begun ? 0 : 1);
  const waits = await write(visitor, {
    status: 'running',
    attempt: 1,
    runs,
    artifacts: [],
    note: `waiting for a person: ${waiting.question}`,
    waiting: { ...waiting, ...(event.token !== undefined && { token: event.token }) },
  });
  deps.onProgress?.({ kind: 'waiting', node, question: waiting.question });
  await deps.onWaiting?.({ run: event.run, node, waiting, ticket: ticketOf(currentRecord(waits, node)!) });
  return WAITING_FOR_PERSON;
}

function newWait({ node }: Visitor, question: string, now: Date): Waiting {
  const labels = node.choices ?? offeredLabels(node);
  return {
    question,
    ...(labels.length > 0 && { labels }),
    since: now.toISOString(),
    until: new Date(now.getTime() + node.timeoutSeconds * 1000).toISOString(),
  };
}

function isOver({ until }: Waiting, now: Date): boolean {
  return now.toISOString() >= until;
}

/**
 * Records an answer, conditionally: of two answers one is refused. Throws `Stepwright.Blocked` when the answer is a
 * failure that nothing explains, and `Stepwright.AttemptFailed` when a program's failed and is to be tried again.
 */
export async function answerNode(run: string, id: string, answer: Answer, deps: NodeDeps): Promise<AnswerResult> {
  try {
    return await recordAnswer(run, id, answer, deps);
  } catch (error) {
    // Somebody else answered in the same moment, or the wait was renewed: what is recorded now decides.
    if (isNamed(error, SUPERSEDED)) return answerNode(run, id, answer, deps);
    throw error;
  }
}

async function recordAnswer(run: string, id: string, answer: Answer, deps: NodeDeps): Promise<AnswerResult> {
  const visitor = await visitorOf(run, id, deps);
  if (typeof visitor === 'string') return { kind: 'refused', reason: 'unknown', why: visitor };
  const { view, node } = visitor;
  const record = currentRecord(view, node);
  if (!record?.waiting || record.status !== 'running') return notWaiting(id, record);
  if (answer.ticket !== undefined && answer.ticket !== ticketOf(record))
    return { kind: 'refused', reason: 'outdated', why: `${id} has been asked anew since` };
  if (isOver(record.waiting, deps.now())) return tooLate(visitor, record.waiting);
  if (record.waiting.kind !== undefined) return answerPause(visitor, record, answer);
  const { by } = answer;
  if ('result' in answer) return acceptResult(visitor, record, answer.result, by);
  if (answer.fail !== undefined) {
    const evidence = by === undefined ? answer.fail : `${answer.fail} (answered by ${by})`;
    return { kind: 'accepted', answer: await fail(visitor, evidence, once(deps.now()), false) };
  }
  const verdict = verdictOn(visitor, answer);
  if (verdict.kind !== 'passed') return { kind: 'refused', reason: 'unfit', why: verdict.evidence };
  return { kind: 'accepted', answer: await concludeAnswer(visitor, { verdict, answer, by }) };
}

/** The visit by which an answer is recorded, or why there is none. */
async function visitorOf(run: string, id: string, deps: NodeDeps): Promise<Visitor | string> {
  const node = deps.workflow.byId.get(id);
  if (!node) return `the workflow has no node ${id}`;
  const item = (await deps.state.read(run, [HEADER])).get(HEADER);
  if (!item) return `there is no run ${run}`;
  const { epoch } = asHeader(item.value);
  const view = await loadView(deps.workflow, deps.state, run, epoch, idsToRead(deps.workflow, node));
  const token = currentRecord(view, node)?.waiting?.token;
  const event = { node: node.slug, run, epoch: view.epoch, apply: [], ...(token !== undefined && { token }) };
  return { view, node, deps, event };
}

function notWaiting(id: string, record: NodeRecord | undefined): AnswerResult {
  const { status, at, note } = record ?? {};
  if (status !== 'passed' && status !== 'failed' && status !== 'blocked')
    return { kind: 'refused', reason: 'not-waiting', why: `${id} does not wait for a person` };
  const what = note ?? status;
  return { kind: 'refused', reason: 'answered', why: `${id} has been answered already, at ${at}: ${what}` };
}

/** The time was up before the answer came: what silence comes to is recorded, if nobody has done so. */
async function tooLate(visitor: Visitor, { until }: Waiting): Promise<AnswerResult> {
  const record = currentRecord(visitor.view, visitor.node)!;
  try {
    if (waitsElsewhere(record)) await renewHandover(visitor, record);
    else await (record.waiting?.kind === undefined ? nobodyAnswered : silence)(visitor);
  } catch (error) {
    if (!isNamed(error, BLOCKED) && !isNamed(error, ATTEMPT_FAILED)) throw error;
  }
  return { kind: 'refused', reason: 'late', why: `${visitor.node.id} waited until ${until}; the answer came too late` };
}

/** A program's result: where the node's skill waited for it, it is what that skill came to, retries included. */
async function acceptResult(
  visitor: Visitor,
  { attempt, waiting }: NodeRecord,
  result: unknown,
  by: string | undefined,
): Promise<AnswerResult> {
  const { view, node, deps } = visitor;
  const verdict = judge(node, fromPlain(result), new Map(), view.workflow.table.dialect === 'graph');
  if (node.human && verdict.kind === 'failed') return { kind: 'refused', reason: 'unfit', why: verdict.evidence };
  const remarks = by === undefined ? [] : [`answered by ${by}`];
  const tried = node.human
    ? once(deps.now())
    : {
        attempt,
        allowed: Math.max(allowedAttempts(view, node), attempt),
        since: new Date(waiting!.since),
        ...(attempt > 1 && { retry: `retry-${attempt - 1}` }),
      };
  return { kind: 'accepted', answer: await conclude(visitor, { verdict, remarks }, tried) };
}

/** What the machine is to be told of a node that waited and has ended: what it answers, or an error. */
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
  const { token, status, note, stops } = record;
  if (hasEnded(node, record, view.epoch)) return { token, answer: replyOf(view, node, record) };
  if (status === 'pending') return { token, answer: failure(AGAIN, `${id}: ${note ?? status}`) };
  if (status !== 'blocked' && status !== 'failed') return undefined;
  const final = status === 'blocked' || stops === true || node.human;
  return { token, answer: failure(final ? BLOCKED : ATTEMPT_FAILED, `${id}: ${note ?? status}`) };
}
