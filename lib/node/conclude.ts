import type { FailureKind, NodeEntry, Outcome } from '../ir/table.ts';
import { ARTIFACT_REFUSED } from '../store/artifact-store.ts';
import { factsOfFile } from '../store/content.ts';
import { boundedNote } from './bounded-note.ts';
import { captured } from './context.ts';
import type { Executed } from './execute.ts';
import { messageOf } from './execute.ts';
import { ATTEMPT_FAILED, BLOCKED, failure, isNamed, SUPERSEDED } from './failures.ts';
import { loopRound } from './loops.ts';
import type { RecordedFile } from './record.ts';
import { HEADER } from './record.ts';
import type { Verdict } from './result.ts';
import { asItem, currentRecord, loadView, storedRecord } from './view.ts';
import type { Ending, NodeAnswer, Visitor } from './visitor.ts';
import { end, write } from './visitor.ts';

/** How often a stop is tried when the header is changed meanwhile. */
const TRIES = 20;

/** An attempt that has been made. */
export interface Tried {
  readonly attempt: number;
  /** How many attempts the node has. */
  readonly allowed: number;
  /** When it began. */
  readonly since: Date;
  /** Of a retry: the remark that it was one. */
  readonly retry?: string;
}

type Passed = Extract<Verdict, { kind: 'passed' }>;

/** Records what an executed skill came to. */
export async function conclude(visitor: Visitor, { verdict, remarks }: Executed, tried: Tried): Promise<NodeAnswer> {
  const { node } = visitor;
  switch (verdict.kind) {
    case 'passed':
      return pass(visitor, verdict, remarks, tried);
    case 'says-failed':
      return fail(visitor, verdict.evidence, tried, !node.gate && mayRetry(node, tried, 'fail'));
    case 'failed':
      return fail(visitor, verdict.evidence, tried, mayRetry(node, tried, verdict.failure));
  }
}

/** Whether an attempt is left and the node's `retry` means failures of this kind. */
export function mayRetry(node: NodeEntry, tried: Tried, kind: FailureKind): boolean {
  return tried.attempt < tried.allowed && (node.retryOn?.includes(kind) ?? true);
}

async function pass(visitor: Visitor, verdict: Passed, remarks: readonly string[], tried: Tried): Promise<NodeAnswer> {
  const { node, deps, event } = visitor;
  const { outcome, output, files } = verdict;
  const note = verdict.note === undefined ? undefined : boundedNote(verdict.note);
  if (isExhausted(visitor, outcome)) return exhausted(visitor, outcome, tried, note);
  const { runs, round } = currentRecord(visitor.view, node)!;
  try {
    await deps.artifacts.publish({ run: event.run, node: node.slug, round, execution: runs }, files);
  } catch (error) {
    if (!isNamed(error, ARTIFACT_REFUSED)) throw error;
    return fail(visitor, messageOf(error), tried, mayRetry(node, tried, 'invalid'));
  }
  const took = outcome.label === undefined ? undefined : `took '${outcome.label}'`;
  const notes = [tried.retry, took, note, ...remarks].filter((text) => text !== undefined);
  const ended = await end(visitor, {
    status: 'passed',
    take: outcome.slug,
    attempt: tried.attempt,
    runs,
    artifacts: [...files.keys()].sort(),
    ...(files.size > 0 && { files: recorded(files), slug: node.slug }),
    ...(outcome.label !== undefined && { label: outcome.label }),
    ...asking(visitor, outcome),
    ...(notes.length > 0 && { note: notes.join('; ') }),
    ...(node.outputAs !== undefined && output !== undefined && { output: captured(output) }),
  });
  const label = outcome.label === undefined ? {} : { label: outcome.label };
  deps.onProgress?.({ kind: 'passed', node, seconds: secondsSince(visitor, tried), ...label });
  return ended;
}

function recorded(files: Passed['files']): RecordedFile[] {
  const all = [...files].map(([path, content]) => ({ path, ...factsOfFile(path, content) }));
  return all.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Records a failed attempt, and what it comes to when there is no other. */
export async function fail(visitor: Visitor, why: string, tried: Tried, again: boolean): Promise<NodeAnswer> {
  const { node } = visitor;
  const evidence = boundedNote(why);
  const base = { ...attempted(visitor, tried), note: evidence };
  const error = node.outputAs === undefined ? {} : { output: captured(evidence) };
  const outcome = node.outcomes.find(({ kind }) => kind === 'fail' || kind === 'tolerated');
  if (again) {
    tell(visitor, evidence, tried, { again, explained: false });
    await write(visitor, { status: 'failed', ...base });
    throw failure(ATTEMPT_FAILED, evidence);
  }
  if (outcome && isExhausted(visitor, outcome)) return exhausted(visitor, outcome, tried, evidence);
  tell(visitor, evidence, tried, { again, explained: outcome !== undefined });
  if (outcome)
    return end(visitor, { status: 'failed', take: outcome.slug, ...base, ...error, ...asking(visitor, outcome) });
  if (node.onError === 'halt') return stop(visitor, { status: 'failed', ...base, ...error });
  const times = tried.attempt === 1 ? '1 attempt' : `${tried.attempt} attempts`;
  return stop(visitor, { status: 'blocked', ...base, note: `blocked after ${times}: ${evidence}` });
}

function isExhausted(visitor: Visitor, outcome: Outcome): boolean {
  return outcome.asks !== undefined && loopRound(visitor.view, outcome.asks).exhausted;
}

/** An ask beyond the bound blocks its source at once. */
function exhausted(
  visitor: Visitor,
  outcome: Outcome,
  tried: Tried,
  evidence: string | undefined,
): Promise<NodeAnswer> {
  const { note: used } = loopRound(visitor.view, outcome.asks!);
  const note = evidence === undefined ? used : `${used}: ${evidence}`;
  tell(visitor, note, tried, { again: false, explained: false });
  return stop(visitor, { status: 'blocked', ...attempted(visitor, tried), note });
}

function asking({ deps }: Visitor, outcome: Outcome): { asked?: string } {
  return outcome.asks === undefined ? {} : { asked: deps.workflow.table.loops[outcome.asks]!.key };
}

function attempted(
  { view, node }: Visitor,
  { attempt }: Tried,
): { attempt: number; runs: number; artifacts: string[] } {
  return { attempt, runs: storedRecord(view, node.id)?.record.runs ?? 0, artifacts: [] };
}

function tell(visitor: Visitor, evidence: string, tried: Tried, what: { again: boolean; explained: boolean }): void {
  const seconds = secondsSince(visitor, tried);
  visitor.deps.onProgress?.({ kind: 'failed', node: visitor.node, evidence, seconds, ...what });
}

function secondsSince({ deps }: Visitor, { since }: Tried): number {
  return (deps.now().getTime() - since.getTime()) / 1000;
}

/** Records the node, stops the run for this epoch, and ends the execution by an error that nothing retries. */
async function stop(visitor: Visitor, record: Omit<Ending, 'take'>): Promise<never> {
  await write(visitor, { ...record, stops: true });
  return stopRun(visitor, record.note ?? record.status);
}

/** Stops the run because of a node that is recorded so: also where that was not told in time, or not heard of. */
export async function stopRun({ node, deps, event }: Visitor, why: string): Promise<never> {
  for (let tries = 1; ; tries++) {
    const { header, headerRev } = await loadView(deps.workflow, deps.state, event.run, event.epoch, []);
    if (header.stopped === event.epoch) break;
    if (await deps.state.write(event.run, HEADER, asItem({ ...header, stopped: event.epoch }), headerRev)) break;
    if (tries === TRIES) throw failure(SUPERSEDED, 'the run is being changed too often to be stopped');
  }
  throw failure(BLOCKED, `${node.id}: ${why}`);
}
