import type { ProductResult } from './product.ts';
import type { AllowedMoment, ReferenceResult } from './result.ts';

/** How the compiled machine's run differs from what the reference says, a sentence each. */
export function differences(expected: ReferenceResult, got: ProductResult): string[] {
  const found: string[] = [];
  const same = (what: string, want: unknown, is: unknown) => {
    if (want !== is) found.push(`${what} is ${String(is)}, expected ${String(want)}`);
  };
  const { status, exit } = verdict(expected, got);
  same('the result', status, got.status);
  same('the exit code', exit, got.exit);
  same('the nodes', [...expected.nodes.keys()].join(' '), [...got.nodes.keys()].join(' '));
  const stopped = expected.stoppers.length > 0;
  for (const [id, node] of expected.nodes) {
    const is = got.nodes.get(id);
    if (!is) continue;
    if (stopped) {
      const moments = node.allowed!.map(({ status, runs }) => `${status} after ${runs}`);
      const now = `${is.status} after ${is.runs}`;
      if (!moments.includes(now)) found.push(`${id} is ${now} (${is.note}), expected ${moments.join(' or ')}`);
      continue;
    }
    same(`${id} (${is.note})`, node.status, is.status);
    if (is.status !== 'running') same(`the number of executions of ${id}`, node.runs, is.runs);
    if (is.status === 'passed') same(`the label of ${id}`, node.label, is.label);
    if (is.status === 'skipped') same(`why ${id} is skipped`, node.reason, is.reason);
  }
  if (stopped) return [...found, ...noStopper(expected, got), ...(found.length > 0 ? [] : impossible(expected, got))];
  for (const loop of new Set([...expected.loops.keys(), ...got.loops.keys()])) {
    same(`how often ${loop} was taken`, expected.loops.get(loop) ?? 0, got.loops.get(loop) ?? 0);
  }
  return found;
}

/** Where a person is waited for, what would stop the run may stand behind that; once a node is blocked the run has failed. */
function verdict(expected: ReferenceResult, got: ProductResult): Pick<ReferenceResult, 'status' | 'exit'> {
  const told = [...got.nodes.values()].map(({ status }) => status);
  const pauses = told.includes('running') && !told.includes('blocked');
  return pauses && waits(expected) ? { status: 'paused', exit: 3 } : expected;
}

function waits(expected: ReferenceResult): boolean {
  return expected.stoppers.some((id) => expected.nodes.get(id)!.allowed!.some(({ status }) => status === 'running'));
}

/** One of the stoppers must have stopped the run: blocked, waiting, or failed where that halts the steps. */
function noStopper(expected: ReferenceResult, got: ProductResult): string[] {
  const stopped = expected.stoppers.some((id) => {
    const last = expected.nodes.get(id)!.allowed!.findLast(({ status }) => ['blocked', 'running'].includes(status));
    return got.nodes.get(id)?.status === (last?.status ?? 'failed');
  });
  return stopped ? [] : [`nothing stopped the run, expected one of ${expected.stoppers.join(', ')}`];
}

/**
 * What is told of all nodes together must be a moment that the run can have come to: each node is taken to be as far as
 * what is told of it allows, and taken back as long as it would be ahead of what had to happen before.
 */
function impossible(expected: ReferenceResult, got: ProductResult): string[] {
  const possible = new Map(
    [...expected.nodes].map(([id, { allowed }]) => {
      const told = got.nodes.get(id)!;
      return [id, allowed!.filter(({ status, runs }) => status === told.status && runs === told.runs)] as const;
    }),
  );
  const ahead = ([id, moments]: readonly [string, readonly AllowedMoment[]]) => {
    const needed = moments.at(-1)?.after ?? new Map<string, number>();
    return [...needed].some(([other, place]) => other !== id && place > (possible.get(other)!.at(-1)?.place ?? -1));
  };
  for (;;) {
    const wrong = [...possible].find(ahead);
    if (!wrong) return [];
    const [id, moments] = wrong;
    moments.pop();
    if (moments.length === 0) return [`${id} is ${got.nodes.get(id)!.status}, and what had to happen before has not`];
  }
}
