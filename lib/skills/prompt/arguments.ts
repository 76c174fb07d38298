/**
 * Puts arguments into the instructions of a command: `$ARGUMENTS` stands for all of them, `$1` to `$9` for the first to
 * the ninth, in the order in which the workflow has them. A single argument `arguments` is all of them by itself;
 * otherwise they are written as `name=value`, a value with blanks in quotation marks. Where there is no such argument
 * the text stays (it may be a price). Replaced text is not looked at again.
 */
export function withArguments(instructions: string, args: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(args);
  const [only] = entries;
  const all =
    entries.length === 1 && only?.[0] === 'arguments'
      ? textOf(only[1])
      : entries.map(([name, value]) => `${name}=${quoted(textOf(value))}`).join(' ');
  return instructions.replace(/\$(?:ARGUMENTS\b|([1-9])(?!\d))/g, (written, position: string | undefined) => {
    if (position === undefined) return all;
    const entry = entries[Number(position) - 1];
    return entry ? textOf(entry[1]) : written;
  });
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quoted(text: string): string {
  return /[\s"]/.test(text) || text === '' ? JSON.stringify(text) : text;
}
