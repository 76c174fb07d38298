import { check } from '../../lib/compile/check.ts';
import { differences } from '../reference/compare.ts';
import type { Ended } from '../reference/product.ts';
import { runHere, toldBy } from '../reference/product.ts';
import type { ReferenceResult } from '../reference/result.ts';
import { reference } from '../reference/scheduler.ts';
import type { EndedInCloud, Machines, Scripted } from './machines.ts';

/** What a run in the cloud came to, and how it differs from what it has to be, a sentence each. */
export interface Compared {
  readonly expected: ReferenceResult;
  readonly got: EndedInCloud;
  readonly found: readonly string[];
}

/**
 * Runs a workflow in the cloud and compares it with the reference. A run that is not stopped must also leave the very
 * record that a run here leaves. After a stop, what is told of nodes beside the one that stopped is a matter of time:
 * there the record must be one of those that the rules allow.
 */
export async function compareInCloud(machines: Machines, workflow: Scripted): Promise<Compared> {
  const { yaml, script, input } = workflow;
  const { graph } = check(yaml, { target: 'aws' });
  const expected = reference(graph!, script, { input });
  const got = await machines.run(workflow);
  const found = differences(expected, toldBy(got));
  if (got.executionFailed !== (expected.exit === 1))
    found.push(`the execution has ${got.executionFailed ? 'failed' : 'succeeded'}`);
  if (expected.stoppers.length === 0) found.push(...otherThanHere(await runHere(yaml, script, { input }), got));
  return { expected, got, found };
}

function otherThanHere(here: Ended, got: Ended): string[] {
  const [one, other] = [recordOf(here), recordOf(got)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) => {
    const [want, is] = [one.get(key), other.get(key)];
    return want === is ? [] : [`${key} is ${String(is)}, and a run here leaves ${String(want)}`];
  });
}

/** All that a record says whoever has run it, and when. */
function recordOf({ status, exit, state }: Ended): Map<string, string> {
  const nodes = [...state.nodes].map(([id, { at: _at, ...node }]) => [`node ${id}`, node] as const);
  const values = [...(state.context ?? [])].map(([key, text]) => [`context ${key}`, text] as const);
  const loops = [...(state.loops ?? [])].map(([key, count]) => [`loop ${key}`, count] as const);
  const rest = { status, exit, input: state.input, current: state.current, result: state.result };
  return new Map(
    [...nodes, ...values, ...loops, ...Object.entries(rest)].map(([key, value]) => [key, JSON.stringify(value)]),
  );
}
