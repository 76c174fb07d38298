/**
 * JSON text of a value in which a Map stands for an object: its keys keep their order even where they look like
 * numbers, and keys such as `__proto__` are ordinary ones. `indent` is the number of blanks a level, 0 for one line.
 */
export function toJson(value: unknown, indent = 0): string {
  return write(value, indent, '') ?? 'null';
}

function write(value: unknown, indent: number, margin: string): string | undefined {
  if (value instanceof Map) return object([...(value as Map<string, unknown>)], indent, margin);
  if (Array.isArray(value)) {
    return bracketed(
      value.map((item) => write(item, indent, margin + ' '.repeat(indent)) ?? 'null'),
      '[]',
      indent,
      margin,
    );
  }
  if (typeof value === 'object' && value !== null && !('toJSON' in value))
    return object(Object.entries(value), indent, margin);
  return JSON.stringify(value);
}

function object(entries: readonly (readonly [string, unknown])[], indent: number, margin: string): string {
  const inner = margin + ' '.repeat(indent);
  const parts = entries.flatMap(([key, item]) => {
    const text = write(item, indent, inner);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${indent > 0 ? ' ' : ''}${text}`];
  });
  return bracketed(parts, '{}', indent, margin);
}

function bracketed(parts: readonly string[], brackets: '[]' | '{}', indent: number, margin: string): string {
  const [open, close] = [brackets[0]!, brackets[1]!];
  if (parts.length === 0) return brackets;
  if (indent === 0) return `${open}${parts.join(',')}${close}`;
  const inner = margin + ' '.repeat(indent);
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
}
