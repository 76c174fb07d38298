import { setImmediate } from 'node:timers/promises';
import type { StateMachine } from '../../lib/asl/definition.ts';
import { closeRun } from '../../lib/node/close-run.ts';
import type { NodeDeps } from '../../lib/node/deps.ts';
import { nextExecution } from '../../lib/node/next-execution.ts';
import { HEADER } from '../../lib/node/record.ts';
import { runNode } from '../../lib/node/run-node.ts';
import type { StartEvent } from '../../lib/node/start-run.ts';
import { executionInput, startRun } from '../../lib/node/start-run.ts';
import { asHeader } from '../../lib/node/view.ts';
import type { NodeEvent } from '../../lib/node/visitor.ts';
import type { ExecutionResult } from '../../lib/run/execution.ts';
import { startExecution } from '../../lib/run/execution.ts';
import type { Background, Fate, Work } from './deliveries.ts';
import { deliver } from './deliveries.ts';

export interface FaultyMachine {
  readonly asl: StateMachine;
  readonly deps: NodeDeps;
  readonly run: string;
  readonly input?: unknown;
  /** What happens to the next invocation: of the node of this slug, or of the machine's first or last task. */
  readonly fate: (node: string | undefined) => Fate;
  /** How many turns of the event loop something takes. */
  readonly turns: () => number;
  /** Collects deliveries that go on when the execution has ended. */
  readonly left: Background;
}

/** One execution of a machine whose invocations meet their fates, retried as the definition says. Nothing settles the run. */
export async function executeFaulty(machine: FaultyMachine): Promise<ExecutionResult> {
  const { asl, deps, run, input, fate, turns, left } = machine;
  const item = (await deps.state.read(run, [HEADER])).get(HEADER);
  const header = item && asHeader(item.value);
  const name = nextExecution(run, header?.epoch);
  const control = { run, ...(header && { was: header.owner }) };
  let visits = 0;
  const invoke = (functionName: string, payload: unknown): Promise<unknown> => {
    const visit = `${name} ${visits++}`;
    const { node } = payload as Partial<NodeEvent>;
    return deliver(handler(functionName, payload, visit), deps, fate(node), turns, left);
  };
  const sleep = async () => {
    for (let turn = turns(); turn > 0; turn--) await setImmediate();
  };
  const engine = { invoke, sleep, now: () => deps.now() };
  return startExecution(asl, engine, { id: name, name, input: executionInput(input, control) }).result;
}

function handler(functionName: string, payload: unknown, visit: string): Work {
  if (functionName === '${CloseRun}') return (deps) => closeRun(payload as { run: string; epoch: string }, deps);
  if ((payload as { readonly start?: boolean }).start) return (deps) => startRun(payload as StartEvent, deps);
  return (deps) => runNode({ ...(payload as NodeEvent), visit }, deps);
}
