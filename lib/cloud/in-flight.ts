import { SFNClient } from '@aws-sdk/client-sfn';
import { deployedDefinition, executionsInUse } from './definitions-in-use.ts';
import { versionsIn } from './versions.ts';

/** An execution that is going on, and with what. */
export interface InFlight {
  readonly execution: string;
  /** The versions of functions that it calls, such as `…-RunNode-x:3`. */
  readonly versions: readonly string[];
  /** Whether they are those that a run would get which is started now. */
  readonly current: boolean;
}

/** What is going on in a stack, the longest first: a deployment leaves it as it is. */
export async function inFlight(machine: string, now: Date, client = new SFNClient()): Promise<InFlight[]> {
  const found = await executionsInUse(client, machine, { redrivable: false, now });
  if (found.length === 0) return [];
  const deployed = await deployedDefinition(client, machine);
  return found.map(({ execution, definition }) => ({
    execution,
    versions: versionsIn(definition).map((arn) => arn.split(':').slice(-2).join(':')),
    current: definition === deployed,
  }));
}
