/** Where the results of a run go: to whoever reads the screen, to the log in Notion, or to both. */
export type OutputFormat = 'chat' | 'notion' | 'both';

/**
 * Whether the results are shown here: what is wanted in Notion alone, and was not written there, is not lost. What
 * `--output` says (`given`) comes before the workflow's `output_format` (`declared`).
 */
export function showsHere(
  given: OutputFormat | undefined,
  declared: OutputFormat | undefined,
  logged: boolean,
): boolean {
  return (given ?? declared) !== 'notion' || !logged;
}
