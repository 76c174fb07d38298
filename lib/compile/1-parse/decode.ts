/** The text of a file, or the reason and the place (1-based) why its bytes are no UTF-8 text. */
export type Decoded =
  | { readonly text: string }
  | { readonly looksLike: string | undefined; readonly line: number; readonly column: number };

/** A byte order mark in front is left out. */
export function decode(source: string | Uint8Array): Decoded {
  if (typeof source === 'string') return { text: source.startsWith('\uFEFF') ? source.slice(1) : source };
  const looksLike = wideEncoding(source);
  if (looksLike !== undefined) return { looksLike, line: 1, column: 1 };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(source) };
  } catch {
    return { looksLike: undefined, ...firstBadPlace(source) };
  }
}

/** Encodings with several bytes a character give themselves away by their mark, or by a zero beside the first character. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0) return 'UTF-32';
  return bytes.length > 1 && (a === 0) !== (b === 0) ? 'UTF-16' : undefined;
}

function firstBadPlace(bytes: Uint8Array): { line: number; column: number } {
  // A character that was replaced is told from one that was written so by decoding and encoding once more.
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const again = new TextEncoder().encode(lenient);
  let good = 0;
  while (good < bytes.length && bytes[good] === again[good]) good++;
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, good)).replace(/\uFFFD+$/, '');
  const lines = before.split('\n');
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}
