/** A piece of text in place of another; with `from` = `to` it is inserted. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Applies splices that do not overlap; those at the same place in their order. */
export function splice(text: string, splices: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, text: put } of [...splices].sort((a, b) => a.from - b.from || a.to - b.to)) {
    if (from < at) throw new Error('two edits of a file overlap');
    result += text.slice(at, from) + put;
    at = to;
  }
  return result + text.slice(at);
}

export function insert(at: number, text: string): Splice {
  return { from: at, to: at, text };
}
