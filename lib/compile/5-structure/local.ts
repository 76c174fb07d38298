/** Some vertices of a graph, renumbered from 0 in topological order. */
export interface Local {
  readonly size: number;
  /** Expected duration of each. */
  readonly lengths: readonly number[];
  readonly successors: readonly (readonly number[])[];
}
