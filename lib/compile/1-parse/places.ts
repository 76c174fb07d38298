import type { Position } from '../../ir/position.ts';

/** Turns offsets in a text into positions. Made for offsets that mostly grow, also on one very long line. */
export class Places {
  private readonly text: string;
  private readonly starts: number[] = [0];
  private readonly plain: boolean;
  // The last place found on a line with characters of two units, from which the next one is counted on.
  private last = { line: -1, offset: 0, column: 1 };

  constructor(text: string) {
    this.text = text;
    this.plain = !/[\uD800-\uDFFF]/.test(text);
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  /** The position of the text between two offsets; its length ends with its line. */
  at(start: number, end = start): Position {
    const from = Math.min(start, this.text.length);
    const line = this.lineOf(from);
    const column = this.columnOf(line, from);
    const lineEnd = (this.starts[line + 1] ?? this.text.length + 1) - 1;
    const stop = Math.min(end, this.text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd);
    const length = stop > from ? this.count(from, stop) : 0;
    return { line: line + 1, column, ...(length > 0 && { length }) };
  }

  /** The text of the line (0-based) that holds an offset, and where it begins. */
  lineAround(offset: number): { text: string; start: number } {
    const line = this.lineOf(Math.min(offset, this.text.length));
    const start = this.starts[line]!;
    return { start, text: this.text.slice(start, (this.starts[line + 1] ?? this.text.length + 1) - 1) };
  }

  private lineOf(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private columnOf(line: number, offset: number): number {
    const start = this.starts[line]!;
    if (this.plain) return offset - start + 1;
    const known =
      this.last.line === line && this.last.offset <= offset ? this.last : { line, offset: start, column: 1 };
    const column = known.column + this.count(known.offset, offset);
    this.last = { line, offset, column };
    return column;
  }

  private count(from: number, to: number): number {
    return this.plain ? to - from : [...this.text.slice(from, to)].length;
  }
}
