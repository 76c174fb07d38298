import stringWidth from 'string-width';

/** A plain text in lines of at most so many columns, broken between words where there are such; whole without a number. */
export function wrap(text: string, columns: number | undefined): string[] {
  if (columns === undefined || stringWidth(text) <= columns) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && stringWidth(longer) > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** The same behind an indent, with later lines indented deeper by `more`. */
export function wrapIndented(text: string, columns: number | undefined, indent: string, more = ''): string[] {
  const room = columns === undefined ? undefined : Math.max(20, columns - indent.length - more.length);
  return wrap(text, room).map((line, i) => `${indent}${i === 0 ? '' : more}${line}`);
}
