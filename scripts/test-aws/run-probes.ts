import { TestStateCommand } from '@aws-sdk/client-sfn';
import type { MockInput, SFNClient } from '@aws-sdk/client-sfn';
import type { StateMachine } from '../../lib/asl/definition.ts';
import type { Probe } from './probes.ts';

/** What the context object holds while a state is tested: what the emitted expressions read of it. */
const context = JSON.stringify({
  Execution: {
    Id: 'arn:aws:states:eu-west-1:111122223333:execution:m:probe',
    Name: 'probe',
    RedriveCount: 0,
    Input: {},
  },
  Task: { Token: 'a-token' },
});

/** Has the service test a state, in its machine. Returns what is wrong with what came of it; undefined if nothing is. */
export async function runProbe(client: SFNClient, machine: StateMachine, probe: Probe): Promise<string | undefined> {
  const mock = mockOf(probe);
  const { status, nextState, error, cause } = await client.send(
    new TestStateCommand({
      definition: withFunctions(machine),
      stateName: probe.state,
      input: JSON.stringify(probe.input),
      variables: JSON.stringify({ run: 'probe' }),
      context,
      ...(mock && { mock }),
    }),
  );
  const { expect } = probe;
  const next = expect.status === 'SUCCEEDED' ? expect.next : undefined;
  if (status === expect.status && (next === undefined || nextState === next)) return undefined;
  const found = [status, nextState && `→ ${nextState}`, error, cause].filter(Boolean).join(' ');
  return `${probe.state} ${probe.about}: ${found}, and not ${expect.status}${next === undefined ? '' : ` → ${next}`}`;
}

function mockOf({ result, error }: Probe): MockInput | undefined {
  if (error !== undefined) return { errorOutput: { error, cause: 'a probe' } };
  return result === undefined ? undefined : { result: JSON.stringify(result) };
}

/** Functions that need not exist, as their answers are given. */
function withFunctions(machine: StateMachine): string {
  return JSON.stringify(machine).replaceAll(
    /\$\{(\w+)\}/g,
    (_, name: string) => `arn:aws:lambda:eu-west-1:111122223333:function:${name}:1`,
  );
}
