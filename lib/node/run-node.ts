import { holds } from '../ir/predicate.ts';
import { attempt } from './attempt.ts';
import { stopRun } from './conclude.ts';
import { contextOf } from './context.ts';
import type { NodeDeps } from './deps.ts';
import { messageOf } from './execute.ts';
import { failure, isNamed, RUN_STOPPED, SUPERSEDED, UNAVAILABLE } from './failures.ts';
import { takeUpRedrive } from './go-on.ts';
import { waitForPerson } from './human.ts';
import { renewHandover, waitsElsewhere } from './elsewhere.ts';
import { readiness } from './liveness.ts';
import { renewPause } from './pause.ts';
import { applyLoops, applyOf, loopSources } from './loops.ts';
import type { NodeRecord } from './record.ts';
import { sameExecution } from './same-execution.ts';
import { currentRecord, hasEnded, idsToRead, loadView } from './view.ts';
import type { Ending, NodeAnswer, NodeEvent, Visitor } from './visitor.ts';
import { answer, regionState, end } from './visitor.ts';

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
      if (isOwn(error)) throw error;
      // Nothing of it is in the record: whoever looks for the reason has only this.
      const node = deps.workflow.bySlug.get(event.node)?.id ?? event.node;
      deps.log('error', 'the handler has failed, and is called again', { node, error: messageOf(error) });
      throw failure(UNAVAILABLE, messageOf(error));
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
