import type { Finding } from './finding.ts';

/** The artifact of the repair: what it did in the documents' copies. */
export interface Repairs {
  readonly round: number;
  /** Repairs up to this level were made. */
  readonly level: 1 | 2;
  readonly made: Finding[];
  /** Not made because another repair touches the same place. */
  readonly putOff: Finding[];
}

/** What the gate saw when it passed. */
export interface Verdict {
  readonly round: number;
  /** Names of the checks that were repeated on the copies. */
  readonly checks: readonly string[];
  /** What is left in the copies, for a person to look at. */
  readonly left: readonly Finding[];
}

export const REPAIRS = 'artifacts/repairs.json';
export const VERDICT = 'artifacts/verdict.json';
/** The folder of the repaired copies. */
export const COPIES = 'artifacts/docs/';
