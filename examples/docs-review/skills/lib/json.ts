/** JSON for people to read as well: indented, with a line ending at its end. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
