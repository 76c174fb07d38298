import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import type { Reason, Status } from './status.ts';

/** Where a run stood before it goes on, as its record tells it. */
export interface Before {
  readonly nodes: ReadonlyMap<string, StoodNode>;
  /** How often each back edge was taken, by `from→to`, with ` (label)` where two join the same nodes. */
  readonly loops: ReadonlyMap<string, number>;
  /** When each was taken last: loops taken together have the same number, and later ones a higher one. */
  readonly turns: ReadonlyMap<string, number>;
  /** How the latest execution of each node went. */
  readonly outcomes: ReadonlyMap<string, ScriptedOutcome>;
}

export interface StoodNode {
  readonly status: Status;
  /** Executions of its skill so far, which go on being counted. */
  readonly runs: number;
  readonly label?: string;
  readonly reason?: Reason;
  /** It failed, and that is explained: its recovery was taken. */
  readonly recovered: boolean;
}
