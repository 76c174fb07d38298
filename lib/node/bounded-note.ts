/** The longest remark or evidence that a record keeps, in characters (code points): items of the store hold 400 KB. */
const LONGEST = 4000;

/** Cuts what a skill says of itself where it is too long for a record. A cut never splits a character. */
export function boundedNote(text: string): string {
  if (text.length <= LONGEST) return text;
  // Enough code units for so many characters, however many the rest has.
  const characters = Array.from(text.slice(0, 2 * LONGEST));
  return text.length > 2 * LONGEST || characters.length > LONGEST
    ? `${characters.slice(0, LONGEST - 1).join('')}…`
    : text;
}
