import type { Account } from './account.ts';
import { boundedNote } from './bounded-note.ts';
import type { Interruption } from './account.ts';
import { openAccount, unavailable } from './account.ts';
import { allowedAttempts, nextAttempt } from './attempts.ts';
import type { Tried } from './conclude.ts';
import { conclude, fail, mayRetry } from './conclude.ts';
import { execute, messageOf } from './execute.ts';
import { CANCELLED, failure, isNamed, LATE, SUPERSEDED, UNAVAILABLE } from './failures.ts';
import { handedOver, handingOver, recordHandover } from './elsewhere.ts';
import type { Inputs } from './inputs.ts';
import { missingInputs, resolveInputs } from './inputs.ts';
import { leaseUntil } from './lease.ts';
import { readMemory } from './memory.ts';
import { pause } from './pause.ts';
import type { NodeRecord } from './record.ts';
import { spool } from '../store/spool.ts';
import type { Spool } from '../store/spool.ts';
import { ticketOf } from './waiting.ts';
import { currentRecord, currentRound, hasEnded, idsToRead, loadView, storedRecord } from './view.ts';
import type { NodeAnswer, NodeEvent, Visitor } from './visitor.ts';
import { answer, write } from './visitor.ts';

/** Tries to do what the node is for: checks that it may and can, executes its skill, and records what that came to. */
export async function attempt(visitor: Visitor): Promise<NodeAnswer> {
  const { view, node, deps, event } = visitor;
  const record = currentRecord(view, node);
  if (isSameVisit(record, event)) throw failure(UNAVAILABLE, `${node.id} is being run by this very invocation`);
  const allowed = allowedAttempts(view, node);
  const next = nextAttempt(record, event.epoch, allowed);
  const tried: Tried = {
    attempt: next.attempt,
    allowed: Math.max(allowed, next.kind === 'attempt' ? next.atLeast : 0),
    since: deps.now(),
    ...(next.attempt > 1 && { retry: `retry-${next.attempt - 1}` }),
  };
  if (next.kind === 'used-up') return fail(visitor, next.evidence, tried, false);
  const inputs = await resolveInputs(view, node, deps.artifacts);
  const missing = missingInputs(inputs);
  if (missing !== undefined) return fail(visitor, missing, tried, mayRetry(node, tried, 'input'));
  const kept = spool();
  try {
    return await execution(visitor, tried, inputs, kept);
  } finally {
    await kept.remove();
  }
}

/** The same invocation delivered twice: the first one is at work. */
function isSameVisit(record: NodeRecord | undefined, event: NodeEvent): boolean {
  return record?.status === 'running' && event.visit !== undefined && record.by === event.visit;
}

/** Records that the node is running, executes its skill, and records what that came to. */
async function execution(visitor: Visitor, tried: Tried, inputs: Inputs, kept: Spool): Promise<NodeAnswer> {
  const { view, node, deps, event } = visitor;
  const { attempt, retry } = tried;
  const earlier = storedRecord(view, node.id)?.record.runs ?? 0;
  const runs = earlier + 1;
  const round = currentRound(view, node);
  const account = await openAccount(visitor);
  const remembered = currentRecord(view, node);
  const before = account.exhausted();
  if (before?.kind === 'budget')
    return pause(visitor, before, { attempt, runs: earlier, remembers: remembered?.remembers });
  const memory = remembered?.remembers && (await readMemory(deps.state, event.run, node.id, earlier));
  const running = await write(visitor, {
    status: 'running',
    attempt,
    runs,
    artifacts: [],
    ...(retry !== undefined && { note: retry }),
    ...(event.visit !== undefined && { by: event.visit }),
    until: leaseUntil(node, deps.now()),
  });
  let begun: Visitor = { ...visitor, view: running };
  deps.onProgress?.({ kind: 'started', node, attempt, round });
  try {
    const host = handingOver(account, event, async (what) => {
      begun = { ...begun, view: await recordHandover(begun, what, { attempt, runs }) };
      return ticketOf(currentRecord(begun.view, node)!);
    });
    const made = { attempt, round, execution: runs, inputs, spool: kept, host, memory };
    const executed = await execute(view, node, deps, made);
    begun = { ...begun, spent: await account.close() };
    const interruption = account.interruption();
    if (interruption) return await interrupted(begun, interruption, { attempt, runs }, account.memory());
    return await conclude(begun, executed, tried);
  } catch (error) {
    if (isNamed(error, SUPERSEDED)) return afterLateResult(visitor);
    const cancelled = isNamed(error, CANCELLED);
    if (cancelled) begun = { ...begun, spent: await account.close() };
    if (cancelled || isAway(error, account)) {
      const note = cancelled ? 'cancelled' : messageOf(error);
      await write(begun, { status: 'pending', attempt: attempt - 1, runs, artifacts: [], note: boundedNote(note) });
      if (!cancelled) deps.onProgress?.({ kind: 'put-off', node, why: note });
    }
    throw error;
  }
}

/** Whether the skill has said that a service is away: that counts for no attempt. */
function isAway(error: unknown, account: Account): boolean {
  return isNamed(error, UNAVAILABLE) && account.interruption()?.kind === 'unavailable';
}

/** The executor has ended the execution, and there is nothing to be judged. */
function interrupted(
  visitor: Visitor,
  why: Interruption,
  { attempt, runs }: { readonly attempt: number; readonly runs: number },
  memory: unknown,
): Promise<NodeAnswer> {
  if (why.kind === 'unavailable') throw unavailable(why);
  if (why.kind !== 'elsewhere') return pause(visitor, why, { attempt, runs }, memory);
  const record = currentRecord(visitor.view, visitor.node)!;
  return handedOver(visitor, record, record.waiting!);
}

/** Somebody else recorded the node while its skill ran here: their record stands, and the skill is not run again for this. */
async function afterLateResult({ node, deps, event }: Visitor): Promise<NodeAnswer> {
  const view = await loadView(deps.workflow, deps.state, event.run, event.epoch, idsToRead(deps.workflow, node));
  const record = currentRecord(view, node);
  if (record && hasEnded(node, record, event.epoch)) return answer(view, node, record);
  throw failure(LATE, `${node.id} was recorded by somebody else while its skill ran`);
}
