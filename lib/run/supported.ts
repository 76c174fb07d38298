import type { StateMachine, States } from '../asl/definition.ts';

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Task: [
    ...['Type', 'Comment', 'Resource', 'Arguments', 'Output', 'Assign', 'TimeoutSeconds', 'Retry', 'Next', 'End'],
    // Nothing that answers here can be lost without this process, so nobody has to tell that it is still at work.
    'HeartbeatSeconds',
  ],
  Choice: ['Type', 'Comment', 'Choices', 'Default'],
  Parallel: ['Type', 'Comment', 'Branches', 'Next', 'End'],
  Succeed: ['Type', 'Comment'],
};

const RESOURCES = [
  'arn:aws:states:::lambda:invoke',
  'arn:aws:states:::lambda:invoke.waitForTaskToken',
  'arn:aws:states:::ecs:runTask.waitForTaskToken',
];

/** Refuses by name what this engine does not interpret, rather than running it differently from the service. */
export function checkSupported(machine: StateMachine): void {
  if ((machine.QueryLanguage as string) !== 'JSONata') throw new Error('the local engine runs JSONata machines only');
  checkStates(machine);
}

function checkStates(states: States): void {
  for (const [name, state] of Object.entries(states.States)) {
    const fields = FIELDS[state.Type];
    if (!fields) throw new Error(`the local engine does not know states of type ${state.Type as string} (${name})`);
    const unknown = Object.keys(state).find((field) => !fields.includes(field));
    if (unknown !== undefined) throw new Error(`the local engine does not know the field ${unknown} of ${name}`);
    if (state.Type === 'Task' && !RESOURCES.includes(state.Resource))
      throw new Error(`the local engine does not know the resource ${state.Resource as string} of ${name}`);
    if (state.Type === 'Parallel') state.Branches.forEach(checkStates);
  }
}
