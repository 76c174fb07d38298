import type { Interruption } from './account.ts';
import { raisedFor } from './budget.ts';
import { fail } from './conclude.ts';
import type { PersonAnswer } from './judge-answer.ts';
import { once } from './judge-answer.ts';
import { keepMemory } from './memory.ts';
import type { NodeRecord, Waiting } from './record.ts';
import { raiseRunBudget } from './run-budget.ts';
import { spanText } from './silence.ts';
import { currentRecord } from './view.ts';
import type { Ending, NodeAnswer, Visitor } from './visitor.ts';
import { write } from './visitor.ts';
import type { Answer, AnswerResult } from './waiting.ts';
import { ticketOf, WAITING_FOR_PERSON } from './waiting.ts';

/** Seconds that a person has to answer a skill, or to raise a budget: 7 days. */
const PAUSE = 604_800;

/** What follows an answer: the node's skill is executed again. */
const AGAIN_ANSWER: NodeAnswer = { take: 'again' };

type Pause = Exclude<Interruption, { kind: 'unavailable' | 'elsewhere' }>;

/** What is kept of a node while it pauses, or between an answer and the next execution. */
interface Kept {
  /** The attempt that was interrupted. It is made again after the answer, under the same number. */
  readonly attempt: number;
  readonly runs: number;
  readonly remembers?: true | undefined;
}

/** Records that a skill cannot go on without a person: the node waits, and no attempt is counted. */
export async function pause(visitor: Visitor, why: Pause, kept: Kept, memory?: unknown): Promise<NodeAnswer> {
  const { node, deps, event } = visitor;
  const now = deps.now();
  const place = { state: deps.state, run: event.run, id: node.id, runs: kept.runs };
  const remembers = memory === undefined ? kept.remembers : (await keepMemory(place, memory)) || undefined;
  return wait(
    visitor,
    { ...kept, remembers },
    {
      kind: why.kind !== 'budget' ? why.kind : why.of === 'node' ? 'budget' : 'run-budget',
      question: why.question,
      ...(why.kind === 'question' && why.choices && { labels: why.choices }),
      since: now.toISOString(),
      until: new Date(now.getTime() + PAUSE * 1000).toISOString(),
    },
  );
}

/** A node that pauses is visited again: its token is renewed, and a wait that is over fails. */
export function renewPause(visitor: Visitor, record: NodeRecord, waiting: Waiting): Promise<NodeAnswer> {
  if (visitor.deps.now().toISOString() >= waiting.until) return silence(visitor);
  return wait(visitor, record, waiting);
}

async function wait(visitor: Visitor, { attempt, runs, remembers }: Kept, waiting: Waiting): Promise<NodeAnswer> {
  const { node, deps, event } = visitor;
  const waits = await write(visitor, {
    status: 'running',
    attempt,
    runs,
    artifacts: [],
    ...(remembers && { remembers }),
    note: `waiting for a person: ${waiting.question}`,
    waiting: { ...waiting, ...(event.token !== undefined && { token: event.token }) },
  });
  deps.onProgress?.({ kind: 'waiting', node, question: waiting.question });
  // Whoever is asked there has been told there.
  if (waiting.kind === 'child-run') return WAITING_FOR_PERSON;
  await deps.onWaiting?.({ run: event.run, node, waiting, ticket: ticketOf(currentRecord(waits, node)!) });
  return WAITING_FOR_PERSON;
}

/** Nobody has answered in time: the node fails, and is not retried. */
export function silence(visitor: Visitor): Promise<NodeAnswer> {
  const { question } = currentRecord(visitor.view, visitor.node)!.waiting!;
  return fail(visitor, `nobody answered within ${spanText(PAUSE)}: ${question}`, once(visitor.deps.now()), false);
}

/**
 * Records a person's answer to a node that pauses: what the skill gets to know when it is executed again, or that the
 * budget is raised by what it was at first. `--fail` ends the node as failed.
 */
export async function answerPause(visitor: Visitor, record: NodeRecord, answer: Answer): Promise<AnswerResult> {
  const { node, deps } = visitor;
  const waiting = record.waiting!;
  const by = answer.by === undefined ? '' : ` (answered by ${answer.by})`;
  if ('result' in answer) return unfit(`${node.id} waits for a person, and takes no result`);
  if (answer.fail !== undefined) {
    const ended = await fail(visitor, `${answer.fail}${by}`, once(deps.now()), false);
    return { kind: 'accepted', answer: ended };
  }
  if (waiting.kind === 'child-run') return unfit(`${node.id} waits behind another run: ${waiting.question}`);
  const { attempt, runs, remembers } = record;
  const kept = { attempt: attempt - 1, runs, artifacts: [], ...(remembers && { remembers }) };
  if (waiting.kind === 'question') return answerQuestion(visitor, record, answer, kept);
  if (answer.label !== undefined) return unfit('a budget is raised without a label');
  const { raised = 0, usage } = record;
  const enough = waiting.kind === 'budget' && node.budget ? raisedFor(node.budget, raised, usage) : raised;
  if (waiting.kind === 'run-budget') await raiseRun(visitor);
  await write(visitor, {
    ...kept,
    status: 'pending',
    ...(enough > 0 && { raised: enough }),
    note: `the budget was raised${by}`,
  });
  return { kind: 'accepted', answer: AGAIN_ANSWER };
}

async function answerQuestion(
  visitor: Visitor,
  { waiting, answers: earlier = [] }: NodeRecord,
  { label, text: given = '', by }: PersonAnswer & Pick<Answer, 'by'>,
  kept: Omit<Ending, 'status'>,
): Promise<AnswerResult> {
  const { question, labels: choices = [] } = waiting!;
  const text = label ?? given;
  if (label !== undefined && !choices.includes(label))
    return unfit(
      choices.length === 0
        ? 'the question offers no choices: answer it with a text'
        : `it offers ${choices.join(', ')}`,
    );
  if (text.trim() === '') return unfit(`${visitor.node.id} has asked a question: answer it with a text`);
  const answers = [...earlier, { question, answer: text }];
  const note = `answer: ${text}${by === undefined ? '' : ` (answered by ${by})`}`;
  await write(visitor, { ...kept, status: 'pending', answers, note });
  return { kind: 'accepted', answer: AGAIN_ANSWER };
}

async function raiseRun({ view, deps, event }: Visitor): Promise<void> {
  const { budget } = view.workflow.table;
  if (!budget) return;
  await raiseRunBudget(deps.state, event.run, budget);
}

function unfit(why: string): AnswerResult {
  return { kind: 'refused', reason: 'unfit', why };
}
