/** A workflow's name as the descriptions of resources take it: few characters, and not too many. */
export function asciiName(text: string): string {
  return text.replace(/[^A-Za-z0-9 ._-]+/g, '-').slice(0, 128);
}
