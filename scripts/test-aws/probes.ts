import type { ChoiceState, ParallelState, State, StateMachine, States, TaskState } from '../../lib/asl/definition.ts';

/** One call of TestState: a state of a machine, what it gets, what stands for the service that it calls, and what is to come of it. */
export interface Probe {
  readonly state: string;
  readonly about: string;
  readonly input: unknown;
  /** What the service answers, as JSON; only of states that call one. */
  readonly result?: unknown;
  readonly error?: string;
  readonly expect: Expected;
}

export interface Expected {
  readonly status: 'SUCCEEDED' | 'FAILED' | 'RETRIABLE';
  /** Undefined where the machine or the branch ends here. */
  readonly next?: string;
}

/** Probes of all states of a machine that differ in more than names and texts from one that `seen` knows; adds to it. */
export function probesOf(machine: StateMachine, seen: Set<string>): Probe[] {
  return everyState(machine).flatMap(([name, state]) => {
    const shape = shapeOf(state);
    if (seen.has(shape)) return [];
    seen.add(shape);
    return probesOfState(name, state);
  });
}

function everyState({ States: states }: States): [string, State][] {
  return Object.entries(states).flatMap(([name, state]): [string, State][] => [
    [name, state],
    ...(state.Type === 'Parallel' ? state.Branches.flatMap(everyState) : []),
  ]);
}

/** A state without what is different in each workflow: names, texts, slugs and numbers. */
function shapeOf(state: State): string {
  return JSON.stringify(state, (key, value: unknown) => {
    if (['Comment', 'Next', 'Default', 'Branches', 'node'].includes(key)) return undefined;
    if (key === 'TimeoutSeconds' || key === 'MaxAttempts') return 0;
    return typeof value === 'string' ? value.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0') : value;
  });
}

function probesOfState(name: string, state: State): Probe[] {
  switch (state.Type) {
    case 'Task':
      return probesOfTask(name, state);
    case 'Choice':
      return probesOfChoice(name, state);
    case 'Parallel':
      return [probeOfParallel(name, state)];
    case 'Succeed':
      return [{ state: name, about: 'ends', input: {}, expect: { status: 'SUCCEEDED' } }];
  }
}

function probesOfTask(name: string, state: TaskState): Probe[] {
  const answer = { take: 'next', run: 'probe' };
  // With a token the answer is sent; else the function is asked for it.
  const result = state.Resource.endsWith('.waitForTaskToken') ? answer : { StatusCode: 200, Payload: answer };
  const probe = { state: name, input: {} };
  return [
    { ...probe, about: 'takes an answer', result, expect: { status: 'SUCCEEDED', ...nextOf(state) } },
    { ...probe, about: 'ends at what is final', error: 'Stepwright.Blocked', expect: { status: 'FAILED' } },
    {
      ...probe,
      about: 'retries the platform',
      error: 'Lambda.TooManyRequestsException',
      expect: { status: 'RETRIABLE' },
    },
  ];
}

/** `{% $states.input[0].take = "slug" %}`, with as many indexes as joins are nested. */
const plain = /^\{% \$states\.input((?:\[\d+\])*)\.take = "([^"\\]*)" %\}$/;

function probesOfChoice(name: string, { Choices, Default }: ChoiceState): Probe[] {
  const found = Choices.flatMap(({ Condition, Next }): Probe[] => {
    const parts = plain.exec(Condition);
    if (!parts) return [];
    const indexes = [...parts[1]!.matchAll(/\d+/g)].map(([index]) => Number(index));
    const input = indexes.reduceRight<unknown>((inner, index) => [...Array<object>(index).fill({}), inner], {
      take: parts[2],
    });
    return [{ state: name, about: 'takes a way', input, expect: { status: 'SUCCEEDED', next: Next } }];
  });
  const nothing = { take: 'no-such-way' };
  return [
    ...found,
    { state: name, about: 'takes none', input: nothing, expect: { status: 'SUCCEEDED', next: Default } },
  ];
}

function probeOfParallel(name: string, state: ParallelState): Probe {
  const result = state.Branches.map(() => ({ take: 'next' }));
  return { state: name, about: 'joins', input: {}, result, expect: { status: 'SUCCEEDED', ...nextOf(state) } };
}

function nextOf(state: TaskState | ParallelState): { next?: string } {
  return 'Next' in state ? { next: state.Next } : {};
}
