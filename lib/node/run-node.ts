import { holds } from '../ir/predicate.ts';
import type { Account } from './account.ts';
import { boundedNote } from './bounded-note.ts';
import type { Interruption } from './account.ts';
import { openAccount, unavailable } from './account.ts';
import { allowedAttempts, nextAttempt } from './attempts.ts';
import type { Tried } from './conclude.ts';
import { conclude, fail, mayRetry, stopRun } from './conclude.ts';
import { contextOf } from './context.ts';
import type { NodeDeps } from './deps.ts';
import { execute, messageOf } from './execute.ts';
import { CANCELLED, failure, isNamed, LATE, RUN_STOPPED, SUPERSEDED, UNAVAILABLE } from './failures.ts';
import { takeUpRedrive } from './go-on.ts';
import { waitForPerson } from './human.ts';
import { handedOver, handingOver, recordHandover, renewHandover, waitsElsewhere } from './elsewhere.ts';
import type { Inputs } from './inputs.ts';
import { missingInputs, resolveInputs } from './inputs.ts';
import { leaseUntil } from './lease.ts';
import { readiness } from './liveness.ts';
import { readMemory } from './memory.ts';
import { pause, renewPause } from './pause.ts';
import { applyLoops, applyOf, loopSources } from './loops.ts';
import type { NodeRecord } from './record.ts';
import { spool } from '../store/spool.ts';
import type { Spool } from '../store/spool.ts';
import { sameExecution } from './same-execution.ts';
import { ticketOf } from './waiting.ts';
import { currentRecord, currentRound, hasEnded, idsToRead, loadView, storedRecord } from './view.ts';
import type { Ending, NodeAnswer, NodeEvent, Visitor } from './visitor.ts';
import { answer, regionState, end, write } from './visitor.ts';

/** How often a handler reads again when somebody else wrote meanwhile. */
const TRIES = 5;

/**
 * Executes one node of a run: records that it runs, does the work, records the outcome, and answers with what follows.
 * Whatever called it and however often, the record decides: a node that has ended answers with its recorded outcome,
 * one that is not live is recorded as skipped, and one that cannot be decided yet is left alone. Throws when the
 * attempt failed (the machine retries), when the node is blocked, and when the run has been stopped.
 */
export async function runNode(event: NodeEvent, deps: NodeDeps): Promise<NodeAnswer> {
  for (let tries = 1; ; tries++) {
    try {
      return await visit(event, deps);
    } catch (error) {
      if (isNamed(error, SUPERSEDED) && tries < TRIES) continue;
      throw isOwn(error) ? error : failure(UNAVAILABLE, messageOf(error));
    }
  }
}

/** Whatever else is thrown comes from a store (or is a bug): skills' errors are verdicts and never get here. */
function isOwn(error: unknown): boolean {
  return error instanceof Error && error.name.startsWith('Stepwright.');
}

async function visit(event: NodeEvent, deps: NodeDeps): Promise<NodeAnswer> {
  const { workflow, state } = deps;
  const node = workflow.bySlug.get(event.node);
  if (!node) throw new Error(`the workflow has no node ${event.node}`);
  const apply = applyOf(event.apply);
  const ids = idsToRead(workflow, node).union(new Set(loopSources(workflow, apply)));
  const read = await loadView(workflow, state, event.run, event.epoch, ids);
  // A delivery that comes so late that another execution has taken over changes nothing any more.
  if (!sameExecution(read.header.epoch, event.epoch)) throw failure(RUN_STOPPED, 'another execution works on the run');
  const current = await takeUpRedrive(read, state);
  const view = await applyLoops(current, state, event.run, apply, deps.now());
  const visitor: Visitor = { view, node, deps, event };

  const record = currentRecord(view, node);
  if (record && hasEnded(node, record, event.epoch)) return answer(view, node, record);
  const ready = readiness(view, node);
  if (ready.kind === 'undecided') return { take: 'waiting', ...regionState(view, node, undefined) };
  if (record?.stops && record.epoch === event.epoch) return stopRun(visitor, record.note ?? record.status);
  if (view.header.stopped === event.epoch) throw failure(RUN_STOPPED, 'the run has been stopped');
  if (view.header.cancelled === event.epoch) throw failure(RUN_STOPPED, 'the run has been cancelled');
  if (ready.kind === 'dead')
    return end(visitor, { status: 'skipped', take: 'dead', reason: ready.reason, note: ready.note });
  const skip = skippedByItself(visitor);
  if (skip) return end(visitor, skip);
  if (node.human) return waitForPerson(visitor);
  return (record && renewWait(visitor, record)) ?? attempt(visitor);
}

/** A node that waits goes on waiting, as long as it may. Undefined where its skill is to be executed. */
function renewWait(visitor: Visitor, record: NodeRecord): Promise<NodeAnswer> | undefined {
  const { status, waiting } = record;
  if (status !== 'running' || !waiting) return undefined;
  if (waitsElsewhere(record)) return renewHandover(visitor, record);
  // Whether another run goes on, its executor looks.
  return waiting.kind === undefined || waiting.kind === 'child-run' ? undefined : renewPause(visitor, record, waiting);
}

/** Whether `skip_when` or the condition skips the node. An invalid condition lets the step run (steps dialect). */
function skippedByItself({ view, node }: Visitor): Ending | undefined {
  const predicate = node.guard?.predicate;
  if (!node.guard || !predicate) return undefined;
  const true_ = holds(predicate, contextOf(view, node));
  if (node.guard.kind === 'skip_when' ? !true_ : true_) return undefined;
  const take = node.outcomes.find((outcome) => outcome.kind === 'skip')!.slug;
  const note = node.guard.kind === 'condition' ? 'condition_false' : `skip_when ${node.guard.source}`;
  return { status: 'skipped', take, reason: node.guard.kind, note };
}

async function attempt(visitor: Visitor): Promise<NodeAnswer> {
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
