import { captured } from './context.ts';
import type { Executed } from './execute.ts';
import { ATTEMPT_FAILED, BLOCKED, failure, SUPERSEDED } from './failures.ts';
import { loopRound } from './loops.ts';
import { HEADER } from './record.ts';
import { asItem, currentRecord, loadView, storedRecord } from './view.ts';
import type { Ending, NodeAnswer, Visitor } from './visitor.ts';
import { end, write } from './visitor.ts';

/** How often a stop is tried when the header is changed meanwhile. */
const TRIES = 20;

/** Records what an executed skill came to. */
export async function conclude(
  visitor: Visitor,
  { verdict, remarks }: Executed,
  attempt: number,
  allowed: number,
  retry: string | undefined,
  since: Date,
): Promise<NodeAnswer> {
  const { node, deps } = visitor;
  const seconds = (deps.now().getTime() - since.getTime()) / 1000;
  switch (verdict.kind) {
    case 'passed': {
      const { outcome, output, files } = verdict;
      const took = outcome.label === undefined ? [] : [`took '${outcome.label}'`];
      const notes = [
        ...(retry === undefined ? [] : [retry]),
        ...took,
        ...(verdict.note === undefined ? [] : [verdict.note]),
        ...remarks,
      ];
      if (outcome.asks !== undefined && loopRound(visitor.view, outcome.asks).exhausted)
        return exhausted(visitor, attempt, outcome.asks, seconds);
      const { runs, round } = currentRecord(visitor.view, node)!;
      await deps.artifacts.publish({ run: visitor.event.run, node: node.slug, round }, files);
      const ended = await end(visitor, {
        status: 'passed',
        take: outcome.slug,
        attempt,
        runs,
        artifacts: [...files.keys()].sort(),
        ...(outcome.label !== undefined && { label: outcome.label }),
        ...(outcome.asks !== undefined && { asked: deps.workflow.table.loops[outcome.asks]!.key }),
        ...(notes.length > 0 && { note: notes.join('; ') }),
        ...(node.outputAs !== undefined && output !== undefined && { output: captured(output) }),
      });
      deps.onProgress?.({
        kind: 'passed',
        node,
        seconds,
        ...(outcome.label !== undefined && { label: outcome.label }),
      });
      return ended;
    }
    case 'says-failed':
      return fail(visitor, attempt, verdict.evidence, !node.gate && attempt < allowed, seconds);
    case 'failed':
      return fail(visitor, attempt, verdict.evidence, attempt < allowed, seconds);
  }
}

/** Records a failed attempt, and what it comes to when none is left. */
export async function fail(
  visitor: Visitor,
  attempt: number,
  evidence: string,
  again: boolean,
  seconds = 0,
): Promise<NodeAnswer> {
  const { node, deps, view } = visitor;
  const base = { attempt, runs: storedRecord(view, node.id)?.record.runs ?? 0, artifacts: [], note: evidence };
  const error = node.outputAs === undefined ? {} : { output: captured(evidence) };
  const outcome = node.outcomes.find(({ kind }) => kind === 'fail' || kind === 'tolerated');
  deps.onProgress?.({ kind: 'failed', node, evidence, again, explained: outcome !== undefined, seconds });
  if (again) {
    await write(visitor, { status: 'failed', ...base });
    throw failure(ATTEMPT_FAILED, evidence);
  }
  if (outcome) {
    if (outcome.asks !== undefined && loopRound(view, outcome.asks).exhausted)
      return exhausted(visitor, attempt, outcome.asks, seconds);
    const asked = outcome.asks === undefined ? {} : { asked: deps.workflow.table.loops[outcome.asks]!.key };
    return end(visitor, { status: 'failed', take: outcome.slug, ...base, ...error, ...asked });
  }
  if (node.onError === 'halt') return stop(visitor, { status: 'failed', ...base, ...error });
  const times = attempt === 1 ? 'after 1 attempt' : `after ${attempt} attempts`;
  return stop(visitor, { status: 'blocked', ...base, note: `blocked ${times}: ${evidence}` });
}

/** An ask beyond the bound blocks its source at once. */
function exhausted(visitor: Visitor, attempt: number, loop: number, seconds: number): Promise<NodeAnswer> {
  const { node, deps, view } = visitor;
  const { note } = loopRound(view, loop);
  deps.onProgress?.({ kind: 'failed', node, evidence: note, again: false, explained: false, seconds });
  return stop(visitor, {
    status: 'blocked',
    attempt,
    runs: storedRecord(view, node.id)?.record.runs ?? 0,
    artifacts: [],
    note,
  });
}

/** Records the node, stops the run for this epoch, and ends the execution by an error that nothing retries. */
async function stop(visitor: Visitor, record: Omit<Ending, 'take'>): Promise<never> {
  const { deps, event } = visitor;
  await write(visitor, record);
  for (let tries = 1; ; tries++) {
    const { header, headerRev } = await loadView(deps.workflow, deps.state, event.run, event.epoch, []);
    if (await deps.state.write(event.run, HEADER, asItem({ ...header, stopped: event.epoch }), headerRev)) break;
    if (tries === TRIES) throw failure(SUPERSEDED, 'the run is being changed too often to be stopped');
  }
  throw failure(BLOCKED, `${visitor.node.id}: ${record.note ?? record.status}`);
}
