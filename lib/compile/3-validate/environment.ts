import type { Position } from '../../ir/position.ts';
import type { SkillFacts } from '../../ir/skill-facts.ts';

/** What validation asks of the world around the file; what is left out is not checked. */
export interface Environment {
  /** Whether a skill of this name (`name` or `ns/name`) exists. */
  readonly skillExists?: (name: string) => boolean;
  /** What is known of a skill; undefined for one that runs in the workflow's own function, or that nothing is known of. */
  readonly skill?: (name: string) => SkillFacts | undefined;
  /** What is wrong with a skill that exists: in the files of skills, not in the workflow's. */
  readonly skillFaults?: (name: string) => readonly SkillFault[];
  /** Names of skills to suggest. */
  readonly skillNames?: () => Iterable<string>;
  /** Whether the project has a file or directory of this relative path; without it, it has none. */
  readonly fileExists?: (path: string) => boolean;
  /** With `aws`, what cannot be deployed is an error. */
  readonly target?: 'local' | 'aws';
}

/** Something that is wrong in a file of a skill. */
export interface SkillFault {
  /** The path to show. */
  readonly file: string;
  /** What stands in that file. */
  readonly source: string;
  readonly at: Position;
  readonly message: string;
  readonly hint?: string;
}
