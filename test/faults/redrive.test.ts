import fc from 'fast-check';
import type { State, States, TaskState } from '../../lib/asl/definition.ts';
import { compile } from '../../lib/compile/index.ts';
import { scriptedHumans } from '../../lib/skills/scripted.ts';
import { anyWorkflow } from '../reference/generate.ts';
import { yamlOf } from '../reference/generated.ts';

/** Errors that say that a run has ended; whoever retried them would run on after the end. */
const FINAL = ['Stepwright.Blocked', 'Stepwright.RunStopped'];

describe('the definition of any workflow', () => {
  it('can be taken up again by the service where an execution has failed', () => {
    const kinds = new Map<string, number>();
    fc.assert(
      fc.property(anyWorkflow, fc.boolean(), (example, asks) => {
        // Some machines with a node that waits for a person, which the examples seldom have.
        const first = 'nodes' in example.workflow ? example.workflow.nodes[0]!.id : example.workflow.steps[0]!.id;
        const script = new Map([
          ...Object.entries(example.script),
          ...(asks ? [[first, [{ wait: 'go?' }]] as const] : []),
        ]);
        const { asl } = compile(yamlOf(example), scriptedHumans(script)).compiled!;
        const states = statesOf(asl);
        for (const { state } of states) kinds.set(kindOf(state), (kinds.get(kindOf(state)) ?? 0) + 1);
        expect(states.flatMap(({ name, state }) => wrongIn(state).map((wrong) => `${name} ${wrong}`))).toEqual([]);
        const names = states.map(({ name }) => name);
        expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
      }),
      { numRuns: 200, seed: 20261130 },
    );
    for (const kind of ['Task', 'Task with a token', 'Choice', 'Parallel'])
      expect([kind, kinds.get(kind)! > 50]).toEqual([kind, true]);
  });

  it('would be found out otherwise', () => {
    const names = ['Fail', 'Wait', 'Map', 'Pass'];
    expect(names.map((Type) => wrongIn({ Type } as unknown as State))).toEqual(names.map((type) => [`is a ${type}`]));
    const task = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Catch: [] } as unknown as TaskState;
    expect(wrongIn({ ...task, TimeoutSeconds: 60 })).toEqual([
      'catches errors',
      'retries final errors',
      'does not retry everything else in the end',
    ]);
    expect(wrongIn({ Type: 'Choice', Choices: [] } as unknown as State)).toEqual(['has no default']);
  });
});

function statesOf(states: States): { readonly name: string; readonly state: State }[] {
  return Object.entries(states.States).flatMap(([name, state]) => [
    { name, state },
    ...(state.Type === 'Parallel' ? state.Branches.flatMap(statesOf) : []),
  ]);
}

function kindOf(state: State): string {
  return isTokenTask(state) ? 'Task with a token' : state.Type;
}

function isTokenTask(state: State): state is TaskState {
  return state.Type === 'Task' && state.Resource.endsWith('.waitForTaskToken');
}

/** What would make a failed execution go wrong, or wait for ever, when the service takes it up again. */
function wrongIn(state: State): string[] {
  const wrong: string[] = [];
  if ('Catch' in state) wrong.push('catches errors');
  switch (state.Type) {
    case 'Task':
      return [...wrong, ...wrongTask(state)];
    case 'Choice':
      return typeof state.Default === 'string' ? wrong : [...wrong, 'has no default'];
    case 'Parallel':
      return 'Retry' in state ? [...wrong, 'retries a whole Parallel'] : wrong;
    case 'Succeed':
      return wrong;
    default:
      return [...wrong, `is a ${(state as { readonly Type: string }).Type}`];
  }
}

function wrongTask(state: TaskState): string[] {
  const wrong: string[] = [];
  const { TimeoutSeconds: seconds, Retry: retries = [] } = state;
  // The service takes at most 99999999 seconds.
  if (!Number.isInteger(seconds) || seconds! < 1 || seconds! > 99_999_999) wrong.push('has no timeout');
  const [first] = retries;
  const final = FINAL.every((name) => first?.ErrorEquals.includes(name)) && first?.MaxAttempts === 0;
  if (!final) wrong.push('retries final errors');
  const others = retries.slice(1).flatMap(({ ErrorEquals }) => ErrorEquals);
  if (others.some((name) => FINAL.includes(name))) wrong.push('retries final errors later');
  if (retries.slice(0, -1).some(({ ErrorEquals }) => ErrorEquals.includes('States.ALL')))
    wrong.push('retries everything too early');
  // A handler that waits for a person never throws: what comes by its token is final.
  const all = retries.at(-1)?.ErrorEquals;
  if (!isTokenTask(state) && (all?.length !== 1 || all[0] !== 'States.ALL'))
    wrong.push('does not retry everything else in the end');
  return wrong;
}
