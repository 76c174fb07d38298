import type { NodeDeps } from './deps.ts';
import { BAD_INPUT, failure } from './failures.ts';
import { checkInput } from './parameters.ts';
import type { Header, InputItem, WorkflowItem } from './record.ts';
import { HEADER, INPUT, WORKFLOW } from './record.ts';
import { asHeader, asItem } from './view.ts';

export interface StartEvent {
  /** Identifies the execution that wants to work on the run. */
  readonly execution: string;
  /** The execution's name: the run's id, unless the input names a run to go on with. */
  readonly name: string;
  /** The execution's input. All of it but `stepwright` is the run's input. */
  readonly input: unknown;
  readonly epoch: string;
}

/** What the tools that start executions put into the input under `stepwright`. */
export interface StartControl {
  /** The run to go on with. */
  readonly run?: string;
  /** The owner that is taken over from; any other owner wins. */
  readonly was?: string;
  /** The run's input where it is a text. */
  readonly text?: string;
}

export interface StartAnswer {
  readonly run: string;
  /** `go`, or `lost` when another execution works on the run. */
  readonly take: 'go' | 'lost';
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
    const checked = checkInput(table.parameters, input);
    if (checked.kind === 'misfit') throw failure(BAD_INPUT, checked.problems.join('; '));
    // Input and hashes come first: whoever sees the header can rely on them.
    await deps.state.write(
      run,
      INPUT,
      asItem({ ...(checked.input !== undefined && { input: checked.input }) } satisfies InputItem),
      0,
    );
    await deps.state.write(run, WORKFLOW, asItem(workflowItem(deps)), 0);
    const header: Header = {
      run,
      workflow: table.name,
      version: table.version,
      started: deps.now().toISOString(),
      owner: event.execution,
      epoch: event.epoch,
      loops: [],
      turns: 0,
    };
    if (await deps.state.write(run, HEADER, asItem(header), 0)) return { run, take: 'go' };
    return startRun(event, deps);
  }
  const header = asHeader(existing.value);
  if (header.owner === event.execution && header.epoch === event.epoch) return { run, take: 'go' };
  if (header.owner !== event.execution && header.owner !== control.was) return { run, take: 'lost' };
  const { stopped: _stopped, result: _result, ended: _ended, cancelled: _cancelled, ...kept } = header;
  const taken: Header = { ...kept, owner: event.execution, epoch: event.epoch };
  const won = await deps.state.write(run, HEADER, asItem(taken), existing.rev);
  return won ? { run, take: 'go' } : startRun(event, deps);
}

export function workflowItem(deps: Pick<NodeDeps, 'workflow'>): WorkflowItem {
  return { nodes: deps.workflow.table.nodes.map((node) => [node.id, node.hash]) };
}

/** The input of an execution that gives a run this input, and tells the machine what its tools want. */
export function executionInput(input: unknown, control: StartControl = {}): object {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    return { ...input, ...(Object.keys(control).length > 0 && { stepwright: control }) };
  }
  if (input === undefined) return Object.keys(control).length > 0 ? { stepwright: control } : {};
  return { stepwright: { ...control, text: typeof input === 'string' ? input : JSON.stringify(input) } };
}

/** What stands under `stepwright` in an execution's input; anybody may start executions, with any JSON object. */
export function controlOf(input: unknown): StartControl {
  const given = (input as { stepwright?: unknown } | null | undefined)?.stepwright;
  if (typeof given !== 'object' || given === null) return {};
  const texts = Object.entries(given).filter(([, value]) => typeof value === 'string');
  const { run, was, text } = Object.fromEntries(texts) as StartControl;
  return { ...(run !== undefined && { run }), ...(was !== undefined && { was }), ...(text !== undefined && { text }) };
}

function splitInput(input: unknown): { control: StartControl; input: unknown } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { control: {}, input };
  const { stepwright: _stepwright, ...rest } = input as { stepwright?: unknown };
  const control = controlOf(input);
  if (control.text !== undefined) return { control, input: control.text };
  return { control, input: Object.keys(rest).length === 0 ? undefined : rest };
}
