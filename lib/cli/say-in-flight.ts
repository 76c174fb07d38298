import type { Deployment } from '../cloud/deployment.ts';
import type { InFlight } from '../cloud/in-flight.ts';
import type { StillCalled } from '../cloud/still-called.ts';
import type { Io } from './io.ts';
import { some } from './print-versions.ts';

/**
 * What is going on in a stack that is about to be deployed. Not knowing is no reason not to deploy: the CDK says what is
 * wrong with the credentials, if it is that.
 */
export async function findInFlight(io: Io, stack: string): Promise<readonly InFlight[]> {
  const { inFlight } = await import('../cloud/in-flight.ts');
  const found = await ask(io, stack, 'which runs are in flight', ({ machine }) => inFlight(machine, io.now()));
  return found ?? [];
}

/** What runs in flight call, for the deployment to keep it. */
export async function findStillCalled(io: Io, stack: string): Promise<StillCalled | undefined> {
  const { stillCalled } = await import('../cloud/still-called.ts');
  return ask(io, stack, 'what runs in flight call', (deployment) => stillCalled(deployment, io.now()));
}

async function ask<T>(
  io: Io,
  stack: string,
  what: string,
  question: (deployment: Deployment) => Promise<T>,
): Promise<T | undefined> {
  const [{ findDeployment }, { explain }] = await Promise.all([
    import('../cloud/deployment.ts'),
    import('../cloud/explain.ts'),
  ]);
  try {
    const deployment = await findDeployment(stack);
    return 'refused' in deployment ? undefined : await question(deployment);
  } catch (error) {
    const why = explain(error) ?? (error as Error).message;
    io.stderr(`${io.colours.yellow('warning')} it is not known ${what}: ${why}\n`);
    return undefined;
  }
}

/** Says which executions are in flight, those with the same versions of the functions together. */
export function sayInFlight(
  io: Io,
  flights: readonly InFlight[],
  meaning = 'what runs keeps the definition and the code that it began with',
): void {
  if (flights.length === 0) return;
  const groups = new Map<string, InFlight[]>();
  for (const flight of flights) {
    const key = flight.versions.join(', ');
    groups.set(key, [...(groups.get(key) ?? []), flight]);
  }
  const lines = [...groups].map(
    ([versions, all]) => `  ${some(all.map(({ execution }) => execution))}\n    on ${versions}`,
  );
  const count = flights.length === 1 ? '1 run is in flight' : `${flights.length} runs are in flight`;
  io.stderr(`${count}; ${meaning}:\n${lines.join('\n')}\n`);
}

/** The profile that options for the CDK name; the clients of AWS are to use the same. */
export function useProfileOf(rest: readonly string[]): void {
  const at = rest.findIndex((option) => option === '--profile' || option.startsWith('--profile='));
  const profile = at === -1 ? undefined : (rest[at]!.split('=')[1] ?? rest[at + 1]);
  if (profile !== undefined) process.env['AWS_PROFILE'] = profile;
}
