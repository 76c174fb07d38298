import type { State, StateMachine, States } from '../asl/definition.ts';
import type { Compiled } from '../compile/index.ts';
import type { NodeState, RunState } from '../node/assemble.ts';
import type { Range } from './cost.ts';
import { PRICES } from './prices.ts';
import type { Usage, UsageRange } from './usage.ts';
import { priceOf, usageOfEnds, usesOfNodes } from './usage.ts';

/** What a run in the cloud cost, or one here would have cost there, as its record tells. */
export interface RunCost {
  readonly run: string;
  readonly currency: 'USD';
  readonly region: string;
  readonly asOf: string;
  readonly usage: UsageRange;
  readonly cost: Range;
}

/**
 * The record tells how often each node was executed, not which skipped nodes were visited and which Choices passed:
 * hence two numbers. Without resuming, and what skills use.
 */
export function costOfRun({ asl, table }: Compiled, state: RunState): RunCost {
  const uses = usesOfNodes(table);
  const least = { transitions: 3, ...usageOfEnds(table) };
  const most = { ...least };
  const turns = Math.max(0, ...(state.turns?.values() ?? []));
  most.transitions += structuralStates(asl) * (1 + turns);
  for (const [i, { id }] of table.nodes.entries()) {
    const node = state.nodes.get(id);
    if (!node) continue;
    const runs = node.runs ?? 0;
    const { reads } = uses[i]!;
    addVisits(least, runs, reads, 2);
    addVisits(most, runs, reads, 2);
    // In a later round it may have been skipped, whatever it did before.
    if (node.status === 'skipped') addVisits(most, 1, reads, 1);
    least.puts += putsOf(node);
    most.puts += putsOf(node) * Math.max(1, runs);
  }
  const [low, high] = [priceOf(least, 'least'), priceOf(most, 'most')];
  const { region, asOf } = PRICES;
  const cost = { least: Number(low.toPrecision(3)), most: Number(high.toPrecision(3)) };
  return { run: state.run, currency: 'USD', region, asOf, usage: { least, most }, cost };
}

type Sum = { -readonly [Kind in keyof Usage]: Usage[Kind] };

function addVisits(sum: Sum, visits: number, reads: number, writes: number): void {
  sum.transitions += visits;
  sum.invocations += visits;
  sum.readUnits += visits * reads;
  sum.writeUnits += visits * writes;
}

/** The files that it published last, and their list. */
function putsOf({ artifacts }: NodeState): number {
  return artifacts.length === 0 ? 0 : artifacts.length + 1;
}

/** States that call nothing: they are entered once at most for each turn of the loops. */
function structuralStates(asl: StateMachine): number {
  const inStates = ({ States: states }: States): number =>
    Object.values(states).reduce((total, state) => total + inState(state), 0);
  const inState = (state: State): number => {
    if (state.Type === 'Parallel') return 1 + state.Branches.reduce((total, branch) => total + inStates(branch), 0);
    return state.Type === 'Task' ? 0 : 1;
  };
  return inStates(asl);
}
