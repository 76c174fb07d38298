/** A workflow's text after an edit, or why it is not edited. Everything that was not asked for is as it was. */
export type Edited =
  | { readonly kind: 'edited'; readonly text: string }
  /** A sentence without its stop. */
  | { readonly kind: 'refused'; readonly why: string };

export function REFUSED(why: string): Extract<Edited, { kind: 'refused' }> {
  return { kind: 'refused', why };
}
