import { check } from '../../lib/compile/check.ts';
import { differences } from '../reference/compare.ts';
import type { Ended } from '../reference/product.ts';
import { runHere, toldBy } from '../reference/product.ts';
import type { ReferenceResult } from '../reference/result.ts';
import { reference } from '../reference/scheduler.ts';
import type { Case, ExpectedRun } from './machines-cases.ts';
import type { Machines } from './machines.ts';

/**
 * Runs a workflow in the cloud and says how that differs from what it has to be, a sentence each. It must be what the
 * reference says and what the case says. A run that is not stopped must also leave the very record that a run here
 * leaves. After a stop, what is told of nodes beside the one that stopped is a matter of time: there the record must be
 * one of those that the rules allow.
 */
export async function differencesInCloud(machines: Machines, one: Case): Promise<string[]> {
  try {
    return await compare(machines, one);
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

async function compare(machines: Machines, one: Case): Promise<string[]> {
  const { yaml, script, input } = one;
  const expected = reference(check(yaml, { target: 'aws' }).graph!, script, { input });
  const got = await machines.run(one);
  const found = differences(expected, toldBy(got));
  if (got.executionFailed !== (expected.exit === 1))
    found.push(`the execution has ${got.executionFailed ? 'failed' : 'succeeded'}`);
  if (expected.stoppers.length === 0) found.push(...otherThanHere(await runHere(yaml, script, { input }), got));
  return one.expect ? [...found, ...unlike(one.expect, expected, got)] : found;
}

/** After a stop, a node of which the rules leave open how far it had come may be told otherwise than the case does. */
function unlike(expect: ExpectedRun, reference: ReferenceResult, got: Ended): string[] {
  const found: string[] = [];
  const same = (what: string, want: unknown, is: unknown) => {
    if (want !== is) found.push(`${what} is ${String(is)}, and the case says ${String(want)}`);
  };
  same('the result', expect.status, got.status);
  same('the exit code', expect.exit, got.exit);
  for (const [id, status] of Object.entries(expect.nodes)) {
    if ((reference.nodes.get(id)?.allowed?.length ?? 1) > 1) continue;
    same(id, status, got.state.nodes.get(id)?.status);
    same(`the number of executions of ${id}`, expect.runs[id], got.state.nodes.get(id)?.runs ?? 0);
  }
  for (const id of expect.stopped_at ?? []) {
    const status = got.state.nodes.get(id)?.status;
    if (status !== 'blocked' && status !== 'failed') found.push(`${id} is ${status}, and should have stopped the run`);
  }
  return found;
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
