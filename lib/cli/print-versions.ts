import type { FunctionVersion } from '../cloud/versions.ts';

/** Versions of each function that are kept though nothing refers to them, where nobody says how many. */
export const KEPT = 3;

export interface PruneOptions {
  /** Deletes what nothing refers to. */
  readonly prune?: boolean;
  /** Leaves the so many newest versions of each function. */
  readonly keep?: number;
}

export interface Versions {
  readonly versions: readonly FunctionVersion[];
  readonly deleted: readonly FunctionVersion[];
}

/** A line for each function and version: who refers to it, or that it was deleted. */
export function printVersions({ versions, deleted }: Versions): string[] {
  const names = [...new Set(versions.map((version) => version.function))];
  return names.flatMap((name) => [
    name,
    ...versions
      .filter((version) => version.function === name)
      .map((version) => `  ${version.version}  ${version.published.slice(0, 10)}  ${usesOf(version, deleted)}`),
  ]);
}

function usesOf(version: FunctionVersion, deleted: readonly FunctionVersion[]): string {
  if (deleted.includes(version)) return 'deleted: nothing referred to it';
  const { deployed, running, redrivable } = version;
  const uses = [
    ...(deployed ? ['deployed'] : []),
    ...(running.length > 0 ? [`in flight: ${some(running)}`] : []),
    ...(redrivable.length > 0 ? [`may be redriven: ${some(redrivable)}`] : []),
  ];
  return uses.length === 0 ? 'nothing refers to it' : uses.join('; ');
}

/** Names that are listed at most. */
const LISTED = 5;

export function some(names: readonly string[]): string {
  const more = names.length > LISTED ? [`${names.length - LISTED} more`] : [];
  return [...names.slice(0, LISTED), ...more].join(', ');
}
