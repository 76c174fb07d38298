/** A condition of a step or the `skip_when` of a node, parsed (semantics: predicates). */
export type Predicate =
  | { readonly kind: 'present'; readonly key: string }
  | { readonly kind: 'absent'; readonly key: string }
  | { readonly kind: 'equals'; readonly key: string; readonly value: string }
  | { readonly kind: 'differs'; readonly key: string; readonly value: string };

/** Context values by key. A Map, because keys such as `__proto__` are ordinary. */
export type Context = ReadonlyMap<string, string>;

/** Text is compared with text; an absent key and an empty value are the same. */
export function holds(predicate: Predicate, context: Context): boolean {
  const value = context.get(predicate.key) ?? '';
  switch (predicate.kind) {
    case 'present':
      return value !== '';
    case 'absent':
      return value === '';
    case 'equals':
      return value === predicate.value;
    case 'differs':
      return value !== predicate.value;
  }
}
