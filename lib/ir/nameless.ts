// What has no id, or an edge without an end, is kept under a name that no id can have, so that the rules still look at
// the rest of it and tell nothing that only follows from the missing name.
const MARK = '\u0000';

export function nameless(place: string): string {
  return `${MARK}${place}`;
}

export function isNameless(id: string): boolean {
  return id.startsWith(MARK);
}
