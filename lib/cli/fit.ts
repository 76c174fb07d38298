import stringWidth from 'string-width';

/** A plain text cut to so many columns of a terminal, `…` at its end if something is missing; whole without a number. */
export function fit(text: string, columns: number | undefined): string {
  if (columns === undefined || stringWidth(text) <= columns) return text;
  let result = '';
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const next = stringWidth(segment);
    if (width + next > columns - 1) break;
    result += segment;
    width += next;
  }
  return `${result.trimEnd()}…`;
}

/** A plain text filled up with blanks to so many columns of a terminal. */
export function fill(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - stringWidth(text)));
}
