/** A place in the workflow file. Line and column are 1-based; the column counts code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
  /** How many code points the blamed text takes on its line, for the underline of a code frame. */
  readonly length?: number;
}

/** A text with the place where it was written, so that later phases can blame it. */
export interface Text {
  readonly text: string;
  readonly at: Position;
}
