import type { NodeEntry } from '../ir/table.ts';

/** How lines come onto the screen, or into a file. */
export interface ProgressDisplay {
  /** A node has begun. */
  start(node: NodeEntry, line: string): void;
  /** A node has ended: the line that it began with is complete now. */
  end(node: NodeEntry, line: string, outcome: string): void;
  line(text: string): void;
  /** Somebody else is about to write a line. */
  makeRoom(): void;
  finish(): void;
}
