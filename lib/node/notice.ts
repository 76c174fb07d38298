/** Something that people are to be told of. */
export interface Notice {
  /** The same each time that it is about the same; what has been told under it is not told again. */
  readonly key: string;
  /** ASCII, at most 100 characters. */
  readonly subject: string;
  /** Plain text, a few kilobytes at most. Holds neither inputs nor context values of the run. */
  readonly text: string;
  /** For filters of subscriptions. */
  readonly about: Readonly<Record<'kind' | 'workflow' | 'run' | 'node', string | undefined>>;
}

/** Where the workflow is deployed, as far as people need it to act. */
export interface Whereabouts {
  /** What commands about this stack need behind their verb, with a blank in front: ` flow.yaml --cloud`. */
  readonly flags: string;
  /** Base address of the HTTP endpoint, without a slash at its end; undefined where there is none. */
  readonly url?: string | undefined;
  /** Of the artifacts. */
  readonly bucket?: string | undefined;
}

/** What mail programs and the service take as a subject. */
export function subjectOf(text: string): string {
  const ascii = text.replace(/[^ -~]+/g, '?');
  return ascii.length <= 100 ? ascii : `${ascii.slice(0, 97)}...`;
}

/** No more of a text than a notice needs. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return /^[A-Za-z0-9_./:@%+=][A-Za-z0-9_./:@%+=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
