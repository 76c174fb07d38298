import type { Position } from '../ir/position.ts';

export type Severity = 'error' | 'warning';

/** Something to tell the user about the workflow file. Users' mistakes are collected as these and never thrown. */
export interface Diagnostic {
  /** G01–G18 for the graph dialect, V000–V015 for the steps dialect. */
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly at: Position;
  /** Where it is about another file than the workflow's: that file, and what stands in it. */
  readonly elsewhere?: { readonly file: string; readonly source: string };
}
