import type { Budget } from '../ir/prompt-settings.ts';
import type { StateStore } from '../store/state-store.ts';
import type { Spent } from './budget.ts';
import { NOTHING, plus, raisedFor } from './budget.ts';
import { failure, SUPERSEDED } from './failures.ts';
import { asItem } from './view.ts';

/** The item of a run that has a budget: what all its nodes have spent, and how often the budget was raised. */
export const SPENT = '#spent';

export interface RunSpent {
  readonly spent: Spent;
  readonly raised: number;
}

/** How often it is tried to change the item while other nodes do so too. */
const TRIES = 20;

export async function readRunSpent(state: StateStore, run: string): Promise<RunSpent> {
  return (await readItem(state, run)).value;
}

export function addRunSpent(state: StateStore, run: string, more: Spent): Promise<RunSpent> {
  return change(state, run, ({ spent, raised }) => ({ spent: plus(spent, more), raised }));
}

/** Raises the budget where it is used up by now: of several nodes that wait for that, the first one raises it. */
export function raiseRunBudget(state: StateStore, run: string, budget: Budget): Promise<RunSpent> {
  return change(state, run, (now) => {
    const raised = raisedFor(budget, now.raised, now.spent);
    return raised === now.raised ? now : { ...now, raised };
  });
}

async function change(state: StateStore, run: string, how: (now: RunSpent) => RunSpent): Promise<RunSpent> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const { value, rev } = await readItem(state, run);
    const changed = how(value);
    if (changed === value || (await state.write(run, SPENT, asItem(changed), rev))) return changed;
  }
  throw failure(SUPERSEDED, 'what the run has spent is being changed too often');
}

async function readItem(state: StateStore, run: string): Promise<{ value: RunSpent; rev: number }> {
  const item = (await state.read(run, [SPENT])).get(SPENT);
  if (!item) return { value: { spent: NOTHING, raised: 0 }, rev: 0 };
  return { value: item.value as unknown as RunSpent, rev: item.rev };
}
