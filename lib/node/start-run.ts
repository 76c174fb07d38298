import type { Admission } from './admit.ts';
import { admit } from './admit.ts';
import type { NodeDeps } from './deps.ts';
import { BAD_INPUT, failure } from './failures.ts';
import { goOn } from './go-on.ts';
import { checkInput } from './parameters.ts';
import type { Header, InputItem, WorkflowItem } from './record.ts';
import { HEADER, INPUT, WORKFLOW } from './record.ts';
import { RECORD_FORMAT } from './record-format.ts';
import type { StartControl } from './start-control.ts';
import { controlProblems, splitInput, triggerOf } from './start-control.ts';
import { asHeader, asItem } from './view.ts';

export { controlOf, executionInput } from './start-control.ts';

export interface StartEvent {
  /** Identifies the execution that wants to work on the run. */
  readonly execution: string;
  /** The execution's name: the run's id, unless the input names a run to go on with. */
  readonly name: string;
  /** The execution's input. All of it but `stepwright` is the run's input. */
  readonly input: unknown;
  readonly epoch: string;
}

export interface StartAnswer {
  readonly run: string;
  /** `go`, or `lost` when another execution works on the run. */
  readonly take: 'go' | 'lost';
  /** Why nothing was started: by another delivery of the same start it was; another run is going on. */
  readonly why?: 'repeated' | 'skipped' | 'queued';
}

/** Claims a run by one conditional write: of several starts one wins, its own retry passes, and a loser touches nothing. */
export async function startRun(
  event: StartEvent,
  deps: Pick<NodeDeps, 'state' | 'workflow' | 'now'>,
): Promise<StartAnswer> {
  const { control, input } = splitInput(event.input);
  const run = control.run ?? event.name;
  const { table } = deps.workflow;
  const existing = (await deps.state.read(run, [HEADER])).get(HEADER);
  if (!existing) {
    const wrong = controlProblems(event.input);
    if (wrong.length > 0) throw failure(BAD_INPUT, wrong.join('; '));
    const checked = checkInput(table.parameters, input);
    if (checked.kind === 'misfit') throw failure(BAD_INPUT, checked.problems.join('; '));
    const admission = await admit({ run, name: event.name, input: event.input, control }, deps);
    if (admission.kind === 'repeated' || admission.kind === 'queued') return { run, take: 'lost', why: admission.kind };
    const header = newHeader(run, event, control, admission, deps);
    if (admission.kind === 'skip') {
      const skipped: Header = { ...header, behind: admission.behind, result: 'skipped', ended: header.started };
      const told = await deps.state.write(run, HEADER, asItem(skipped), 0);
      return told ? { run, take: 'lost', why: 'skipped' } : startRun(event, deps);
    }
    // Input and hashes come first: whoever sees the header can rely on them.
    await deps.state.write(
      run,
      INPUT,
      asItem({ ...(checked.input !== undefined && { input: checked.input }) } satisfies InputItem),
      0,
    );
    await deps.state.write(run, WORKFLOW, asItem(workflowItem(deps)), 0);
    if (await deps.state.write(run, HEADER, asItem(header), 0)) return { run, take: 'go' };
    return startRun(event, deps);
  }
  const header = asHeader(existing.value);
  // Nothing was done, and there is nothing to go on with.
  if (header.result === 'skipped') return { run, take: 'lost', why: 'skipped' };
  if (header.owner === event.execution && header.epoch === event.epoch) return { run, take: 'go' };
  if (header.owner !== event.execution && header.owner !== control.was) return { run, take: 'lost' };
  const taken = goOn(header, { owner: event.execution, epoch: event.epoch });
  const won = await deps.state.write(run, HEADER, asItem(taken), existing.rev);
  return won ? { run, take: 'go' } : startRun(event, deps);
}

function newHeader(
  run: string,
  event: StartEvent,
  control: StartControl,
  admission: Admission,
  { workflow, now }: Pick<NodeDeps, 'workflow' | 'now'>,
): Header {
  const trigger = triggerOf(control);
  return {
    format: RECORD_FORMAT,
    run,
    workflow: workflow.table.name,
    version: workflow.table.version,
    started: now().toISOString(),
    owner: event.execution,
    epoch: event.epoch,
    loops: [],
    turns: 0,
    ...(trigger && { trigger }),
    ...(admission.kind === 'go' && admission.inTurn && { inTurn: true }),
  };
}

export function workflowItem(deps: Pick<NodeDeps, 'workflow'>): WorkflowItem {
  return { nodes: deps.workflow.table.nodes.map((node) => [node.id, node.hash]) };
}
