import { argumentOf } from '../../lib/asl/variables.ts';
import type { State, StateMachine, States } from '../../lib/asl/definition.ts';

/** Where a node's Task stands: the state of each enclosing level that holds it, outermost first. */
export type Place = readonly { readonly states: States; readonly name: string }[];

/** Every Task that runs a node, by the node's slug, with all places where it stands. */
export function nodePlaces(machine: StateMachine): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  const visit = (states: States, outer: Place): void => {
    for (const [name, state] of Object.entries(states.States)) {
      const place = [...outer, { states, name }];
      if (state.Type === 'Parallel') for (const branch of state.Branches) visit(branch, place);
      const slug = state.Type === 'Task' ? (argumentOf(state, 'node') as string | undefined) : undefined;
      if (slug !== undefined) places.set(slug, [...(places.get(slug) ?? []), place]);
    }
  };
  visit(machine, []);
  return places;
}

/** Names of all states, branches included. */
export function stateNames(machine: States): string[] {
  return Object.entries(machine.States).flatMap(([name, state]) => [
    name,
    ...(state.Type === 'Parallel' ? state.Branches.flatMap(stateNames) : []),
  ]);
}

/** States that can be entered after this one without going back by a loop. */
export function ahead(states: States, from: string): ReadonlySet<string> {
  const known = knownAhead.get(states) ?? new Map<string, ReadonlySet<string>>();
  knownAhead.set(states, known);
  if (!known.has(from)) known.set(from, findAhead(states, from));
  return known.get(from)!;
}

const knownAhead = new WeakMap<States, Map<string, ReadonlySet<string>>>();

function findAhead(states: States, from: string): Set<string> {
  const seen = new Set<string>();
  const queue = [from];
  for (const name of queue) {
    for (const next of nextStates(states.States[name]!)) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return seen;
}

/** A Choice's rule that goes back by a loop is the one that has an Output. */
function nextStates(state: State): string[] {
  switch (state.Type) {
    case 'Succeed':
      return [];
    case 'Choice':
      return [...state.Choices.filter((rule) => rule.Output === undefined).map((rule) => rule.Next), state.Default];
    default:
      return 'Next' in state ? [state.Next] : [];
  }
}

/** Whether the machine can run the second node before the first one or beside it. */
export function outOfOrder(first: Place, second: Place): boolean {
  const level = first.findIndex((step, i) => step.name !== second[i]?.name || step.states !== second[i].states);
  if (level === -1) return true;
  const [a, b] = [first[level]!, second[level]!];
  if (a.states !== b.states) return true;
  // Where neither is ahead of the other they stand in different arms of a Choice, and are never both entered.
  return ahead(a.states, b.name).has(a.name);
}
