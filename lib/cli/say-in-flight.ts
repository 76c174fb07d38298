import type { InFlight } from '../cloud/in-flight.ts';
import type { Io } from './io.ts';
import { some } from './print-versions.ts';

/**
 * What is going on in a stack that is about to be deployed. Not knowing is no reason not to deploy: the CDK says what is
 * wrong with the credentials, if it is that.
 */
export async function findInFlight(io: Io, stack: string): Promise<readonly InFlight[]> {
  const [{ findDeployment }, { inFlight }, { explain }] = await Promise.all([
    import('../cloud/deployment.ts'),
    import('../cloud/in-flight.ts'),
    import('../cloud/explain.ts'),
  ]);
  try {
    const deployment = await findDeployment(stack);
    return 'refused' in deployment ? [] : await inFlight(deployment.machine, io.now());
  } catch (error) {
    const why = explain(error) ?? (error as Error).message;
    io.stderr(`${io.colours.yellow('warning')} it is not known which runs are in flight: ${why}\n`);
    return [];
  }
}

/** Says which executions are in flight, those with the same versions of the functions together. */
export function sayInFlight(io: Io, flights: readonly InFlight[]): void {
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
  io.stderr(`${count}; what runs keeps the definition and the code that it began with:\n${lines.join('\n')}\n`);
}

/** The profile that options for the CDK name; the clients of AWS are to use the same. */
export function useProfileOf(rest: readonly string[]): void {
  const at = rest.findIndex((option) => option === '--profile' || option.startsWith('--profile='));
  const profile = at === -1 ? undefined : (rest[at]!.split('=')[1] ?? rest[at + 1]);
  if (profile !== undefined) process.env['AWS_PROFILE'] = profile;
}
