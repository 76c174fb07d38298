import type { Io } from './io.ts';

/** Where the results of a run go: to whoever reads the screen, to the log in Notion, or to both. */
export type OutputFormat = 'chat' | 'notion' | 'both';

/** What `--output` says comes before the workflow's `output_format`. */
export function outputFormat(given: OutputFormat | undefined, declared: OutputFormat | undefined): OutputFormat {
  return given ?? declared ?? 'chat';
}

/**
 * Whether the results are shown here. `logged` tells whether they have been written to Notion: what is wanted there and
 * was not written is not lost, and is shown here with a warning.
 */
export function showsHere(io: Io, format: OutputFormat, logged: boolean): boolean {
  if (format === 'chat') return true;
  if (!logged) {
    io.stderr(
      `${io.colours.yellow('warning')} results are not written to Notion, which is not set up; they are shown here\n`,
    );
  }
  return format === 'both' || !logged;
}
