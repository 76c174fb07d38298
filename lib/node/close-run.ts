import { assemble } from './assemble.ts';
import type { RunState } from './assemble.ts';
import { CLOSEOUT_REPORT, closeoutReport } from './closeout.ts';
import type { Completion } from './completion.ts';
import { completion } from './completion.ts';
import type { NodeDeps } from './deps.ts';
import { failure, RUN_FAILED, RUN_STOPPED, SUPERSEDED } from './failures.ts';
import type { StartNext } from './overlap.ts';
import { endTurn } from './overlap.ts';
import type { Header } from './record.ts';
import { HEADER } from './record.ts';
import { sameExecution } from './same-execution.ts';
import { asHeader, asItem } from './view.ts';

export interface CloseEvent {
  readonly run: string;
  readonly epoch: string;
}

export interface CloseAnswer {
  readonly run: string;
  readonly result: string;
}

type CloseDeps = Pick<NodeDeps, 'workflow' | 'state' | 'artifacts' | 'now'> & { readonly startNext?: StartNext };

/**
 * Verifies that the run is complete, writes the report and the result. Throws `Stepwright.RunFailed` where the command
 * line would end with code 1, so that the execution's status says the same.
 */
export async function closeRun(event: CloseEvent, deps: CloseDeps): Promise<CloseAnswer> {
  const items = await deps.state.readAll(event.run);
  if (!sameExecution(asHeader(items.get(HEADER)!.value).epoch, event.epoch))
    throw failure(RUN_STOPPED, 'another execution works on the run');
  const state = assemble(deps.workflow, items);
  const done = completion(deps.workflow.table, state);
  await writeReport(event.run, deps, state, done);
  const header: Header = {
    ...asHeader(items.get(HEADER)!.value),
    result: done.result,
    ended: deps.now().toISOString(),
  };
  const written = await deps.state.write(event.run, HEADER, asItem(header), items.get(HEADER)!.rev);
  if (!written) throw failure(SUPERSEDED, 'the run was changed while it was being closed');
  if (header.inTurn) await endTurn(event.run, header.owner, deps);
  if (done.exitCode !== 0) throw failure(RUN_FAILED, done.reasons.join('; '));
  return { run: event.run, result: done.result };
}

export async function writeReport(
  run: string,
  deps: Pick<CloseDeps, 'artifacts' | 'workflow'>,
  state: RunState,
  done: Completion,
): Promise<void> {
  const report = closeoutReport(deps.workflow.table, state, done);
  await deps.artifacts.writeRunFile(run, CLOSEOUT_REPORT, new TextEncoder().encode(report));
}
