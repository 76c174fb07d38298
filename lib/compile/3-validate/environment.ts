/** What validation asks of the world around the file; what is left out is not checked. */
export interface Environment {
  /** Whether a skill of this name (`name` or `ns/name`) exists. */
  readonly skillExists?: (name: string) => boolean;
  /** Names of skills to suggest. */
  readonly skillNames?: () => Iterable<string>;
  /** Whether the project has a file or directory of this relative path; without it, it has none. */
  readonly fileExists?: (path: string) => boolean;
  /** With `aws`, what cannot be deployed is an error. */
  readonly target?: 'local' | 'aws';
}
