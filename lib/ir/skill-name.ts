/**
 * The name of a skill from its segments, or undefined where one is malformed: segments are made of letters, digits,
 * ".", "_" and "-", and "." and ".." are none, since names become parts of paths.
 */
export function skillName(text: string, separator: '/' | ':' = '/'): string | undefined {
  const parts = text.split(separator);
  const fine = parts.every((part) => /^[A-Za-z0-9._-]+$/.test(part) && part !== '.' && part !== '..');
  return fine ? parts.join('/') : undefined;
}
