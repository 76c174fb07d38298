const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const LONGEST = 80;

/** Replaces control and invisible characters by their number (`U+200B`), so that they are seen and do no harm in a terminal. */
export function visible(text: string): string {
  return text.replace(HIDDEN, codePoint);
}

/** A text from the file in quotes, made visible and cut when it is long. */
export function show(text: string): string {
  const short = text.length > LONGEST ? `${[...text].slice(0, LONGEST - 1).join('')}…` : text;
  return `"${visible(short)}"`;
}

/** `a`, `a and b`, `a, b and c`. */
export function list(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Names of a way or a cycle, in order; a very long one is told by its two ends. */
export function chain(names: readonly string[]): string {
  const shown = names.map((name) => show(name));
  const all = shown.length <= 50 ? shown : [...shown.slice(0, 25), '…', ...shown.slice(-25)];
  return all.join(' → ');
}

/** The number of a character as Unicode writes it. */
export function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
