import stringWidth from 'string-width';

/** Rows of texts as columns with two blanks between them. */
export function table(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) => Math.max(...rows.map((row) => stringWidth(row[i] ?? ''))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell + ' '.repeat(widths[i]! - stringWidth(cell)))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}
