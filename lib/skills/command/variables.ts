/** Variables of this process that every program gets; all others it gets only by name. */
const COMMON = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

/** Those of this process's variables that are handed on: the common ones, and those that are named. */
export function handedOn(named: readonly string[] = []): Record<string, string> {
  const found = [...COMMON, ...named].map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
