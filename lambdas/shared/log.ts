/** Prints a line of JSON; the platform collects what functions print. Contents of a run are never in it. */
export function log(level: 'debug' | 'info' | 'warn' | 'error', message: string, details: object = {}): void {
  // eslint-disable-next-line no-console -- the way of the platform
  console[level](JSON.stringify({ level, message, ...details }));
}
